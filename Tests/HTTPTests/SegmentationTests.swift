import HTTP
import Testing

/// A seeded generator (SplitMix64), so that a failure can be seen again.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

struct SegmentationTests {
    private static let good: [String] = [
        get("/oauth/authorize?a=b%20c", "Cookie: a=b; c=d\r\nUser-Agent: x y\r\n"),
        "POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\nContent-Type: text/plain\r\n\r\na=b&c=d",
        "POST /p HTTP/1.1\r\nHost: [::1]:80\r\nTransfer-Encoding: chunked\r\n\r\n3;x=\"y\"\r\na=b\r\nA\r\n0123456789\r\n0\r\nT: 1\r\n\r\n",
        "GET http://a.example:80/x HTTP/1.0\r\nHost: a.example:80\r\nConnection: keep-alive\r\n\r\n",
        "\r\nHEAD /%7Euser;x HTTP/1.1\r\nhost:\t127.0.0.1 \r\nConnection: x, close\r\nX:\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nExpect: 100-continue\r\n\r\n",
    ]

    /// What was found, in a form that can be compared.
    private func outcome(
        _ pieces: [[UInt8]], limits: RequestLimits = RequestLimits()
    ) -> (found: [String], isRefused: Bool) {
        var parser = RequestParser(limits: limits)
        var pending: [UInt8] = []
        var found: [String] = []
        var isRefused = false
        for piece in pieces {
            pending += piece
            feeding: while true {
                let step = parser.parse(pending)
                pending.removeFirst(step.consumed)
                switch step.event {
                case .needMore: break feeding
                case .expectsContinue: continue
                case .refuse: isRefused = true
                case .request(let request):
                    let fields = request.fields.list.map { $0.name.text + "=" + $0.value }.joined(
                        separator: "|")
                    found.append(
                        "\(request.method) \(request.target.path) \(request.target.query ?? "-") \(request.host) "
                            + "\(request.keepsAlive) \(fields) \(request.body)")
                }
            }
        }
        return (found, isRefused)
    }

    private func mutated(_ bytes: [UInt8], _ random: inout Seeded) -> [UInt8] {
        let odd: [UInt8] = [0, 9, 10, 13, 32, 35, 37, 44, 48, 57, 58, 59, 95, 127, 128, 255]
        var bytes = bytes
        for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            let byte = odd.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[index] = byte
            case 1: bytes.insert(byte, at: index)
            case 2: bytes.remove(at: index)
            case 3: bytes.removeSubrange(index..<min(bytes.count, index + 8))
            default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 20)], at: index)
            }
        }
        return bytes
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `D10 however odd the bytes and wherever they are cut, the same is found`(seed: UInt64) {
        var random = Seeded(state: seed)
        for _ in 0..<50 {
            var bytes: [UInt8] = []
            for _ in 0..<3 {
                bytes += mutated(Array((Self.good.randomElement(using: &random) ?? "").utf8), &random)
            }
            let whole = outcome([bytes])
            let single = outcome(bytes.map { [$0] })
            let cut = Int.random(in: 0...bytes.count, using: &random)
            let halves = outcome([Array(bytes[..<cut]), Array(bytes[cut...])])
            #expect(whole == single, "\(bytes)")
            #expect(whole == halves, "\(bytes), cut at \(cut)")
        }
    }

    @Test(arguments: -1...1)
    func `a limit is the same whether the line end comes whole or in halves`(beyond: Int) {
        var limits = RequestLimits()
        limits.requestLine = "GET /?a HTTP/1.1".utf8.count - beyond
        limits.headerBytes = "Host: a\r\n".utf8.count
        let long = Array("GET /?a HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        #expect(outcome([long], limits: limits).isRefused == (beyond > 0))
        #expect(outcome(long.map { [$0] }, limits: limits) == outcome([long], limits: limits))
        limits.requestLine = 100
        limits.headerBytes -= beyond
        #expect(outcome([long], limits: limits).isRefused == (beyond > 0))
        #expect(outcome(long.map { [$0] }, limits: limits) == outcome([long], limits: limits))
    }

    @Test func `D10 bytes without sense are refused or waited for`() {
        var random = Seeded(state: 7)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            #expect(outcome([bytes]).found.isEmpty)
        }
    }

    @Test func `D10 a head that comes byte by byte is read in the time of its length`() {
        let head = Array(get("/", "X: " + String(repeating: "v", count: 16000) + "\r\n").utf8)
        var parser = RequestParser()
        var requests = 0
        let elapsed = ContinuousClock().measure {
            head.withUnsafeBufferPointer { bytes in
                for count in 1...bytes.count {
                    if case .request = parser.parse(UnsafeBufferPointer(rebasing: bytes[..<count])).event {
                        requests += 1
                    }
                }
            }
        }
        #expect(requests == 1 && elapsed < .seconds(1))
    }
}
