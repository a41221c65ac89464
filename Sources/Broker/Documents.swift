import FoundationEssentials
import HTTP
import Journal
import OAuth

/// What is made once and served as it is: metadata, keys, association files and assets.
package struct Documents: Sendable {
    /// One of them, and how metrics call it.
    struct Document: Sendable {
        let label: RouteLabel
        let response: PreparedResponse
    }

    private struct Entry: Sendable {
        let path: [UInt8]
        let sites: [Site]
        let document: Document
    }

    private var entries: [Entry] = []
    private let configuration: BrokerConfiguration

    /// No documents yet, of a broker.
    init(of configuration: BrokerConfiguration) { self.configuration = configuration }

    /// The document of a path on a host. Compares bytes: this is the hot path.
    func find(_ request: Request, on site: Site) -> Document? {
        request.target.withPath { path in
            for entry in entries where entry.path.count == path.count {
                if entry.path.elementsEqual(path), site == .both || entry.sites.contains(site) {
                    return entry.document
                }
            }
            return nil
        }
    }

    mutating func add(_ path: String, _ sites: [Site], type: String, caching: String, _ body: [UInt8]) {
        var response = Response(status: .ok, body: body)
        response.fields.append(.contentType, type)
        response.fields.append(.cacheControl, caching)
        response.fields.append(.xContentTypeOptions, "nosniff")
        add(path, sites, response)
    }

    mutating func add(_ path: String, _ sites: [Site], _ response: Response) {
        let document = Document(
            label: RouteLabel(documentAt: path), response: PreparedResponse(configuration.secured(response)))
        entries.append(Entry(path: Array(path.utf8), sites: sites, document: document))
    }
}
