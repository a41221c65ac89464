/// An answer whose bytes were made once: whole for GET, its head for HEAD, and a 304 for who has it already; all of it
/// twice where gzip makes it smaller. Only the Date and Connection lines are put in when it is sent.
///
/// For what is public alone: nothing that holds a secret may be compressed.
package struct PreparedResponse: Sendable {
    private let forms: Forms

    /// One object behind the value, so that handing it on costs one count and no copy.
    private final class Forms: Sendable {
        let plain: Representation
        let gzip: Representation?

        init(plain: Representation, gzip: Representation?) {
            self.plain = plain
            self.gzip = gzip
        }
    }

    /// Prepares `response`; an ETag of its content is put among its fields, and Vary where there are two forms.
    package init(_ response: Response) {
        var plain = response.fields.isSendable ? response : .empty(.internalServerError)
        guard let body = Self.smaller(plain) else {
            forms = Forms(plain: Representation(plain), gzip: nil)
            return
        }
        plain.fields.append(.vary, FieldName.acceptEncoding.text)
        var gzip = plain
        gzip.fields.append(.contentEncoding, "gzip")
        gzip.body = body
        forms = Forms(plain: Representation(plain), gzip: Representation(gzip))
    }

    /// The tag of the content as it is.
    package var entityTag: EntityTag { forms.plain.tag }

    /// The status that `request` gets: 304 when it names the tag of the form it asks for.
    package func status(for request: Request) -> Status { form(for: request).status(for: request) }

    /// Appends the answer to `request`; gives the status that it got.
    @discardableResult
    package func append(
        to output: inout [UInt8], for request: Request, form: AnswerForm, date: DateLine
    ) -> Status {
        self.form(for: request).append(to: &output, for: request, form: form, date: date)
    }

    private func form(for request: Request) -> Representation {
        if request.layout.namesCodings, let gzip = forms.gzip, AcceptedCodings(request.fields).preferGzip {
            return gzip
        }
        return forms.plain
    }

    /// The content compressed, when that saves more than it costs to say so.
    private static func smaller(_ response: Response) -> [UInt8]? {
        guard response.status == .ok, !response.fields.contains(.contentEncoding),
            let body = Gzip.compressed(response.body),
            body.count + "content-encoding: gzip\r\n".utf8.count < response.body.count
        else { return nil }
        return body
    }
}
