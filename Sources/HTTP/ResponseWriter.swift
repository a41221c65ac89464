extension Response {
    /// Appends this answer as it travels (RFC 9112 section 4): status line, Date, Connection, Content-Length,
    /// the fields, the content.
    ///
    /// A response with a field that may not travel leaves as an empty 500 (A53).
    package func append(to wire: inout [UInt8], form: AnswerForm, date: DateLine) {
        guard fields.isSendable else {
            return Response.empty(.internalServerError).append(to: &wire, form: form, date: date)
        }
        wire.reserveCapacity(wire.count + fields.wire.count + body.count + 160)
        status.appendLine(to: &wire)
        wire.append(contentsOf: date.bytes)
        form.appendConnection(to: &wire)
        if !status.forbidsContent { wire.appendContentLength(body.count) }
        wire.append(contentsOf: fields.wire)
        wire.append(Octet.carriageReturn)
        wire.append(Octet.lineFeed)
        if !form.omitsContent, !status.forbidsContent { wire.append(contentsOf: body) }
    }

    /// `HTTP/1.1 100 Continue`, the answer to a client that waits before it sends its content.
    package static let continueWire: [UInt8] = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}

extension Status {
    /// Appends `HTTP/1.1 200 OK` CR LF.
    func appendLine(to wire: inout [UInt8]) {
        wire.append(contentsOf: "HTTP/1.1 ".utf8)
        wire.appendDecimal(Int(code))
        wire.append(Octet.space)
        wire.append(contentsOf: reason.utf8)
        wire.append(Octet.carriageReturn)
        wire.append(Octet.lineFeed)
    }
}

extension [UInt8] {
    mutating func appendContentLength(_ count: Int) {
        append(contentsOf: "content-length: ".utf8)
        appendDecimal(count)
        append(Octet.carriageReturn)
        append(Octet.lineFeed)
    }

    /// Appends the digits of a number that is not negative.
    mutating func appendDecimal(_ number: Int) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }
}
