import HTTP
import Journal

/// What all loops of a server have in common.
struct House: Sendable {
    let responder: any Responder
    let clients: ClientRule
    let limits: ServerLimits
    /// Connections that one loop may have.
    let share: Int
    let journal: Journal?

    /// Tells why a connection was not served, or not any longer; at a level that is off by default, since strangers
    /// decide how often it happens.
    func tell(_ reason: ConnectionRefusal, of peer: ClientAddress) {
        guard let journal, journal.tells(.debug) else { return }
        journal.record(.connectionRefused(reason: reason, address: peer.text))
    }
}
