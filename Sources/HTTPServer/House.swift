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

    var metrics: Metrics? { journal?.metrics }

    /// Tells why a connection was not served, or not any longer: counted, and written at a level that is off by default, since strangers
    /// decide how often it happens.
    func tell(_ reason: ConnectionRefusal, of peer: ClientAddress) {
        metrics?.connectionRefused(reason)
        guard let journal, journal.tells(.debug) else { return }
        journal.record(.connectionRefused(reason: reason, address: peer.text))
    }
}
