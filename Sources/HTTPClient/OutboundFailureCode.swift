import CCurl

extension OutboundFailure {
    /// What a libcurl code means to us. An "unsupported protocol" after the request has left is the answer's.
    init(_ code: CURLcode, wasSent: Bool) {
        let text = String(cString: curl_easy_strerror(code))
        switch code {
        case CURLE_UNSUPPORTED_PROTOCOL where wasSent: self = .badResponse(text)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED: self = .unsendable(text)
        case CURLE_COULDNT_RESOLVE_HOST: self = .unknownHost
        case CURLE_COULDNT_CONNECT: self = .noConnection
        case CURLE_OPERATION_TIMEDOUT: self = .timeout
        case CURLE_FILESIZE_EXCEEDED: self = .tooLarge
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CIPHER:
            self = .noTrust(text)
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE,
            CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2:
            self = .badResponse(text)
        default: self = .unavailable(text)
        }
    }
}
