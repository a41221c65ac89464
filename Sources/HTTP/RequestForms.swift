import Codec

/// Why a body is no form.
package enum BodyFault: Error, Equatable {
    /// The content type is not application/x-www-form-urlencoded.
    case contentType
    case form(FormFault)
}

extension Request {
    /// The parameters of the query; an empty form without one.
    package var query: Form {
        get throws(FormFault) {
            try target.withQuery { bytes in Result { () throws(FormFault) in try Form(parsing: bytes) } }
                .get()
        }
    }

    /// The parameters of a body of type application/x-www-form-urlencoded.
    package var form: Form {
        get throws(BodyFault) {
            guard isOfType("application/x-www-form-urlencoded") else { throw .contentType }
            do { return try Form(parsing: body) } catch { throw .form(error) }
        }
    }

    /// Whether there is one content type and it is this one (in lower case), whatever its parameters.
    package func isOfType(_ type: StaticString) -> Bool {
        var count = 0
        var isIt = false
        fields.eachValue(.contentType) { value in
            count += 1
            let end = value.firstIndex(of: Octet.semicolon) ?? value.count
            isIt = Octet.equal(Octet.trimmed(UnsafeBufferPointer(rebasing: value[..<end])), type)
        }
        return count == 1 && isIt
    }

    /// The cookies of all Cookie fields.
    package var cookies: Cookies { Cookies(fields) }
}
