/// Why bytes are no form that we read.
package enum FormFault: Error, Equatable {
    /// More parameters than the reader allows.
    case tooManyParameters
    /// A percent sign without two hexadecimal digits behind it, or an outcome that is no UTF-8.
    case malformedEncoding
    /// A decoded NUL, which no parameter of ours may hold and which C libraries end a string at.
    case nul
}

/// A parameter that may stand once stood more often (RFC 6749 section 3.1).
package struct RepeatedParameter: Error, Equatable {
    package let name: String

    package init(name: String) { self.name = name }
}
