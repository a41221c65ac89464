/// The statuses that metrics tell apart; all others are counted together.
enum StatusLabel {
    static let codes = [
        200, 201, 204, 302, 303, 304, 400, 401, 403, 404, 405, 406, 408, 409, 411, 413, 414, 415, 417, 421,
        422, 429, 431, 500, 501, 502, 503, 505,
    ]
    /// How many there are, with the one for all others.
    static let count = 29

    /// The place of a code in `codes`, or behind them. A table of the compiler's: this is the hot path.
    static func number(of code: UInt16) -> Int {
        switch code {
        case 200: 0
        case 201: 1
        case 204: 2
        case 302: 3
        case 303: 4
        case 304: 5
        case 400: 6
        case 401: 7
        case 403: 8
        case 404: 9
        case 405: 10
        case 406: 11
        case 408: 12
        case 409: 13
        case 411: 14
        case 413: 15
        case 414: 16
        case 415: 17
        case 417: 18
        case 421: 19
        case 422: 20
        case 429: 21
        case 431: 22
        case 500: 23
        case 501: 24
        case 502: 25
        case 503: 26
        case 505: 27
        default: 28
        }
    }

    /// How the metrics write it.
    static func text(_ number: Int) -> String { number < codes.count ? String(codes[number]) : "other" }
}
