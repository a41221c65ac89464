/// An answer whose bytes were made once: whole for GET, its head for HEAD, and a 304 for who has it already.
/// Only the Date and Connection lines are put in when it is sent.
package struct PreparedResponse: Sendable {
    private let wire: Wire

    /// One object behind the value, so that handing it on costs one count and no copy.
    private final class Wire: Sendable {
        let tag: EntityTag
        let status: Status
        let statusLine: [UInt8]
        /// From Content-Length to the end of the content.
        let rest: [UInt8]
        /// How much of `rest` is head.
        let headCount: Int
        let unmodifiedStatusLine: [UInt8]
        /// The fields of a 304 (RFC 9110 section 15.4.5) and the empty line.
        let unmodifiedRest: [UInt8]

        init(tag: EntityTag, _ response: Response, head: [UInt8], unmodified: [UInt8]) {
            self.tag = tag
            status = response.status
            var line: [UInt8] = []
            response.status.appendLine(to: &line)
            statusLine = line
            rest = head + (response.status.forbidsContent ? [] : response.body)
            headCount = head.count
            var unmodifiedLine: [UInt8] = []
            Status.notModified.appendLine(to: &unmodifiedLine)
            unmodifiedStatusLine = unmodifiedLine
            unmodifiedRest = unmodified
        }
    }

    /// Prepares `response`, with an ETag of its content put among its fields.
    package init(_ response: Response) {
        let sendable = response.fields.isSendable ? response : .empty(.internalServerError)
        let tag = EntityTag(of: sendable.body)
        var fields = sendable.fields
        fields.set(.etag, tag.text)
        var kept = Fields()
        for name in [FieldName.cacheControl, .etag, .expires, .vary] {
            for value in fields.all(name) { kept.append(name, value) }
        }
        var head: [UInt8] = []
        if !sendable.status.forbidsContent { head.appendContentLength(sendable.body.count) }
        wire = Wire(
            tag: tag, sendable, head: head + fields.wire + [13, 10], unmodified: Array(kept.wire) + [13, 10])
    }

    package var entityTag: EntityTag { wire.tag }

    /// The status that `request` gets: 304 when it names our tag.
    package func status(for request: Request) -> Status {
        let isKnown =
            request.layout.isConditional && wire.status == .ok && wire.tag.isNamed(in: request.fields)
        return isKnown ? .notModified : wire.status
    }

    /// Appends the answer to `request`; gives the status that it got, 304 when it names our tag.
    @discardableResult
    package func append(
        to output: inout [UInt8], for request: Request, form: AnswerForm, date: DateLine
    ) -> Status {
        let status = status(for: request)
        let isKnown = status == .notModified
        output.append(contentsOf: isKnown ? wire.unmodifiedStatusLine : wire.statusLine)
        output.append(contentsOf: date.bytes)
        form.appendConnection(to: &output)
        if isKnown {
            output.append(contentsOf: wire.unmodifiedRest)
        } else if form.omitsContent {
            output.append(contentsOf: wire.rest[..<wire.headCount])
        } else {
            output.append(contentsOf: wire.rest)
        }
        return status
    }
}
