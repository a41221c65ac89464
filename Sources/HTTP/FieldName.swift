import Codec

/// The name of a header field, checked once and in lower case (RFC 9110 section 5.1).
package struct FieldName: Sendable, Hashable {
    package let text: String

    /// Nil when `text` is no token or holds an underscore, which no field of ours has.
    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ Octet.isFieldName($0) }) else { return nil }
        self.text = text.lowercased()
    }

    private init(known text: StaticString) { self.text = text.description }

    package static let accept = FieldName(known: "accept")
    package static let acceptEncoding = FieldName(known: "accept-encoding")
    package static let acceptLanguage = FieldName(known: "accept-language")
    package static let accessControlAllowHeaders = FieldName(known: "access-control-allow-headers")
    package static let accessControlAllowMethods = FieldName(known: "access-control-allow-methods")
    package static let accessControlAllowOrigin = FieldName(known: "access-control-allow-origin")
    package static let accessControlExposeHeaders = FieldName(known: "access-control-expose-headers")
    package static let accessControlMaxAge = FieldName(known: "access-control-max-age")
    package static let accessControlRequestHeaders = FieldName(known: "access-control-request-headers")
    package static let accessControlRequestMethod = FieldName(known: "access-control-request-method")
    package static let allow = FieldName(known: "allow")
    package static let authorization = FieldName(known: "authorization")
    package static let cacheControl = FieldName(known: "cache-control")
    package static let connection = FieldName(known: "connection")
    package static let contentEncoding = FieldName(known: "content-encoding")
    package static let contentLanguage = FieldName(known: "content-language")
    package static let contentLength = FieldName(known: "content-length")
    package static let contentSecurityPolicy = FieldName(known: "content-security-policy")
    package static let contentType = FieldName(known: "content-type")
    package static let cookie = FieldName(known: "cookie")
    package static let date = FieldName(known: "date")
    package static let dpop = FieldName(known: "dpop")
    package static let etag = FieldName(known: "etag")
    package static let expires = FieldName(known: "expires")
    package static let forwarded = FieldName(known: "forwarded")
    package static let host = FieldName(known: "host")
    package static let ifNoneMatch = FieldName(known: "if-none-match")
    package static let location = FieldName(known: "location")
    package static let origin = FieldName(known: "origin")
    package static let permissionsPolicy = FieldName(known: "permissions-policy")
    package static let pragma = FieldName(known: "pragma")
    package static let purpose = FieldName(known: "purpose")
    package static let referrerPolicy = FieldName(known: "referrer-policy")
    package static let retryAfter = FieldName(known: "retry-after")
    package static let secFetchDest = FieldName(known: "sec-fetch-dest")
    package static let secFetchMode = FieldName(known: "sec-fetch-mode")
    package static let secFetchSite = FieldName(known: "sec-fetch-site")
    package static let secPurpose = FieldName(known: "sec-purpose")
    package static let server = FieldName(known: "server")
    package static let setCookie = FieldName(known: "set-cookie")
    package static let strictTransportSecurity = FieldName(known: "strict-transport-security")
    package static let transferEncoding = FieldName(known: "transfer-encoding")
    package static let userAgent = FieldName(known: "user-agent")
    package static let vary = FieldName(known: "vary")
    package static let wwwAuthenticate = FieldName(known: "www-authenticate")
    package static let xContentTypeOptions = FieldName(known: "x-content-type-options")
    package static let xForwardedFor = FieldName(known: "x-forwarded-for")
    package static let xForwardedHost = FieldName(known: "x-forwarded-host")
    package static let xForwardedProto = FieldName(known: "x-forwarded-proto")
    package static let xFrameOptions = FieldName(known: "x-frame-options")
    package static let xMoz = FieldName(known: "x-moz")
    package static let xRealIP = FieldName(known: "x-real-ip")
    package static let xRequestID = FieldName(known: "x-request-id")
    package static let xRobotsTag = FieldName(known: "x-robots-tag")
}
