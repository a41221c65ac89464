import HTTP

/// What peers may cost a server, in bytes, time and connections.
package struct ServerLimits: Sendable, Equatable {
    package var request = RequestLimits()
    /// From the connection to the end of the PROXY protocol header, where one must come.
    package var greetingTime = Duration.seconds(1)
    /// From the first octet of a head to its last; on a new connection, from the connection itself.
    package var headTime = Duration.seconds(10)
    /// From the end of a head to the end of its content.
    package var bodyTime = Duration.seconds(30)
    /// Between two requests.
    package var idleTime = Duration.seconds(60)
    /// From the moment the peer stops taking our octets until it has taken them all.
    package var writeTime = Duration.seconds(30)
    /// How long what a peer still sends is read and dropped, after the last answer.
    package var lingerTime = Duration.seconds(5)
    /// When draining begins: what a proxy has sent to an idle connection, or a new client to a fresh one, has arrived
    /// by then.
    package var drainGrace = Duration.seconds(1)
    /// Open connections in all; beyond them the longest idle one makes room.
    package var connections = 10_000
    /// Answers that wait for a slow peer, in bytes; above that nothing more of its requests is read.
    package var pendingOutput = 65_536

    package init() {}
}
