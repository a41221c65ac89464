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
            guard mediaType == "application/x-www-form-urlencoded" else { throw .contentType }
            do { return try Form(parsing: body) } catch { throw .form(error) }
        }
    }

    /// The content type in lower case and without parameters; nil when there is none or more than one.
    package var mediaType: String? {
        let values = fields.all(.contentType)
        guard values.count == 1, let type = values.first?.split(separator: ";").first else { return nil }
        let bytes = type.utf8.filter { !Octet.isBlank($0) }
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }

    /// The cookies of all Cookie fields.
    package var cookies: Cookies { Cookies(fields) }
}
