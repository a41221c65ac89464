import Crypto
import OAuth
import Testing

struct IdentifiersTests {
    let identifiers: Identifiers
    let id = Samples.id()

    init() throws { identifiers = Identifiers(masterKeys: MasterKeys(try MasterKey(bytes: [UInt8](1...32)))) }

    enum Kind: CaseIterable { case code, handle, refreshToken, upstreamState }

    func make(_ kind: Kind) -> String {
        switch kind {
        case .code: identifiers.code(for: id)
        case .handle: identifiers.handle(for: id, generation: 1)
        case .refreshToken: identifiers.refreshToken(for: id, generation: 1)
        case .upstreamState: identifiers.upstreamState(for: id)
        }
    }

    func read(_ text: String, as kind: Kind) -> TransactionID? {
        switch kind {
        case .code: identifiers.parseCode(text)
        case .handle: identifiers.parseHandle(text)?.id
        case .refreshToken: identifiers.parseRefreshToken(text)?.id
        case .upstreamState: identifiers.parseUpstreamState(text)
        }
    }

    @Test(arguments: Kind.allCases, Kind.allCases)
    func `A18 T13 one kind is never read as another`(made: Kind, readAs: Kind) {
        #expect(read(make(made), as: readAs) == (made == readAs ? id : nil))
    }

    @Test(arguments: Kind.allCases)
    func `A50 nothing but the one spelling is read`(kind: Kind) throws {
        let text = make(kind)
        let bytes = Array(text.utf8)
        for position in bytes.indices {
            for other in [UInt8(ascii: "A"), UInt8(ascii: "_"), UInt8(ascii: "b")]
            where other != bytes[position] {
                var changed = bytes
                changed[position] = other
                #expect(read(String(decoding: changed, as: UTF8.self), as: kind) == nil)
            }
        }
        for wrong in [
            "", "=", text + "=", text + "A", String(text.dropLast()), " " + text,
            String(repeating: "A", count: 99999),
        ] {
            #expect(read(wrong, as: kind) == nil)
        }
        let foreign = Identifiers(masterKeys: MasterKeys(try MasterKey(bytes: [UInt8](2...33))))
        #expect(foreign.parseCode(text) == nil && foreign.parseHandle(text) == nil)
        #expect(foreign.parseRefreshToken(text) == nil && foreign.parseUpstreamState(text) == nil)
    }

    @Test func `generations are told apart and told`() {
        for generation in [0, 1, 3, 65535] {
            let handle = identifiers.handle(for: id, generation: generation)
            #expect(identifiers.parseHandle(handle) == NumberedID(id: id, generation: generation))
        }
        for generation in [1, 70000, 4_000_000_000] {
            let token = identifiers.refreshToken(for: id, generation: generation)
            #expect(identifiers.parseRefreshToken(token) == NumberedID(id: id, generation: generation))
        }
        #expect(make(.handle) == make(.handle))
    }

    @Test func `an id holds its time and sorts by it`() throws {
        let later = TransactionID(at: Samples.start.adding(milliseconds: 1), random: SeededRandom(seed: 0))
        #expect(id.createdAt == Samples.start)
        #expect(id < later)
        #expect(id.bytes.lexicographicallyPrecedes(later.bytes))
        #expect(TransactionID(id.bytes) == id)
        #expect(id.bytes.count == 24)
        #expect(TransactionID(id.bytes.dropLast()) == nil)
        #expect(TransactionID(id.bytes + [0]) == nil)
        #expect(Samples.id(2) != id)
    }
}
