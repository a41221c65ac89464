/// One form of a prepared answer's content, as it travels: whole, its head alone, and the 304 that names it.
struct Representation: Sendable {
    private static let kept: [FieldName] = [
        .cacheControl, .etag, .expires, .strictTransportSecurity, .vary,
    ]

    let tag: EntityTag
    let status: Status
    private let statusLine: [UInt8]
    /// From Content-Length to the end of the content.
    private let rest: [UInt8]
    /// How much of `rest` is head.
    private let headCount: Int
    /// The fields of a 304 (RFC 9110 section 15.4.5) and the empty line.
    private let unmodifiedRest: [UInt8]

    private static let unmodifiedLine = line(.notModified)

    /// Puts an ETag of the content among the fields.
    init(_ response: Response) {
        tag = EntityTag(of: response.body)
        status = response.status
        statusLine = Self.line(response.status)
        var fields = response.fields
        fields.set(.etag, tag.text)
        var head: [UInt8] = []
        if !status.forbidsContent { head.appendContentLength(response.body.count) }
        head += fields.wire + [Octet.carriageReturn, Octet.lineFeed]
        headCount = head.count
        rest = head + (status.forbidsContent ? [] : response.body)
        var kept = Fields()
        for name in Self.kept {
            for value in fields.all(name) { kept.append(name, value) }
        }
        unmodifiedRest = Array(kept.wire) + [Octet.carriageReturn, Octet.lineFeed]
    }

    /// 304 when `request` names our tag.
    func status(for request: Request) -> Status {
        let isKnown = request.layout.isConditional && status == .ok && tag.isNamed(in: request.fields)
        return isKnown ? .notModified : status
    }

    /// Appends the answer to `request`; gives the status that it got.
    func append(to output: inout [UInt8], for request: Request, form: AnswerForm, date: DateLine) -> Status {
        let answered = status(for: request)
        let isKnown = answered == .notModified
        output.append(contentsOf: isKnown ? Self.unmodifiedLine : statusLine)
        output.append(contentsOf: date.bytes)
        form.appendConnection(to: &output)
        if isKnown {
            output.append(contentsOf: unmodifiedRest)
        } else if form.omitsContent {
            output.append(contentsOf: rest[..<headCount])
        } else {
            output.append(contentsOf: rest)
        }
        return answered
    }

    private static func line(_ status: Status) -> [UInt8] {
        var line: [UInt8] = []
        status.appendLine(to: &line)
        return line
    }
}
