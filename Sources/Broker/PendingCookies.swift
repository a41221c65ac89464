import Codec
import Crypto
import HTTP
import OAuth

/// The pending transactions that a browser carries, each sealed in a cookie of its own. The cookie is also the proof
/// that the browser which returns from the provider is the one that began (RFC 9700 §4.7).
struct PendingCookies: Sendable {
    static let prefix = "__Host-homing-tx-"
    /// No more sign-ins than this may be open in one browser; the oldest goes first.
    static let most = 5
    /// Bytes of name and value of one cookie beyond which the transaction spills into the store.
    static let mostEach = 1_024
    /// Bytes of all of them together: proxies refuse field lines over 8 kB.
    static let mostTogether = 4_096

    let seal: SealingKey
    let random: any RandomSource
    /// Seconds.
    let lifetime: Int

    /// What is sealed in a cookie: the transaction, or a note that it lies in the store.
    enum Content: Sendable {
        case carried(PendingTransaction)
        case spilled
    }

    /// A cookie ready to be set, and what has to be spilled for it.
    struct Sealed {
        let cookie: SetCookie
        let spill: [UInt8]?
    }

    /// By name the cookies sort by their transactions' age, since an id begins with its time.
    func name(of id: TransactionID) -> String { Self.prefix + Hex.encode(id.bytes.prefix(10)) }

    /// Seals a transaction into its cookie, or, where that would grow too long, a note into the cookie and the
    /// transaction into `spill`.
    func seal(_ pending: PendingTransaction) -> Sealed {
        let packed = pending.packed()
        let carried = carried(packed, pending.id)
        let name = name(of: pending.id)
        guard name.utf8.count + carried.utf8.count > Self.mostEach else {
            return Sealed(cookie: cookie(name, carried), spill: nil)
        }
        let note = Base64URL.encode(seal.seal([1], context: pending.id.bytes, random: random))
        return Sealed(
            cookie: cookie(name, note),
            spill: seal.seal(packed, context: pending.id.bytes + [1], random: random))
    }

    /// The cookie that carries a transaction of any length; nil beyond what a browser takes.
    func whole(_ pending: PendingTransaction) -> SetCookie? {
        let cookie = cookie(name(of: pending.id), carried(pending.packed(), pending.id))
        return cookie.name.utf8.count + cookie.value.utf8.count < Self.mostTogether ? cookie : nil
    }

    private func carried(_ packed: [UInt8], _ id: TransactionID) -> String {
        Base64URL.encode(seal.seal([0] + packed, context: id.bytes, random: random))
    }

    /// Opens the cookie of a transaction; nil when this browser has none that is ours.
    func open(_ id: TransactionID, in cookies: Cookies) -> Content? {
        guard let value = cookies[name(of: id)], let sealed = Base64URL.decode(value),
            let plain = seal.open(sealed, context: id.bytes)
        else { return nil }
        switch plain.first {
        case 0: return (try? PendingTransaction(packed: Array(plain.dropFirst()))).map(Content.carried)
        case 1: return .spilled
        default: return nil
        }
    }

    /// Opens what `seal(_:)` gave to spill.
    func openSpilled(_ id: TransactionID, _ sealed: [UInt8]) -> PendingTransaction? {
        seal.open(sealed, context: id.bytes + [1]).flatMap { try? PendingTransaction(packed: $0) }
    }

    /// The cookies to drop so that a new one of `size` bytes keeps all of them within bounds: the oldest first.
    func overflow(of cookies: Cookies, adding size: Int) -> [SetCookie] {
        var open = cookies.names.filter { $0.hasPrefix(Self.prefix) }.sorted().map { name in
            (name: name, value: cookies[name] ?? "")
        }
        var total = open.reduce(size) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        var dropped: [SetCookie] = []
        while let oldest = open.first, open.count >= Self.most || total > Self.mostTogether {
            open.removeFirst()
            total -= oldest.name.utf8.count + oldest.value.utf8.count
            dropped.append(SetCookie(name: oldest.name, value: "", maxAge: 0, sameSite: .lax))
        }
        return dropped
    }

    private func cookie(_ name: String, _ value: String) -> SetCookie {
        SetCookie(name: name, value: value, maxAge: lifetime, sameSite: .lax)
    }
}
