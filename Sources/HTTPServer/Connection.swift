import EventLoop
import Glibc
import HTTP

/// One connection, as its loop sees it: what of its requests was not yet read, what of our answers it has not yet
/// taken, and what it may do next. Lives on one loop; driven by readiness, never by a task of its own.
final class Connection {
    enum Phase {
        /// Takes requests.
        case reading
        /// A request is being answered by a task; nothing more is read until then.
        case answering
        /// The last answer is on its way; no request is taken any more.
        case finishing(Farewell)
        /// The last answer is out; what still comes is dropped until the peer ends too.
        case lingering
        case closed
    }

    /// How to end once the last answer is out. Closing while something is unread resets the connection, and the peer
    /// may lose the answer; so then the reading goes on for a while.
    enum Farewell { case close, lingerIfUnread, linger }

    /// What is known of whom the connection comes from.
    enum Greeting {
        /// A PROXY protocol header must come first.
        case awaited
        case done
        /// A proxy has said that it does not know: its own address stands for it, and fields change nothing.
        case anonymous
    }

    private var descriptor: Descriptor?
    /// Of use until the connection is closed.
    let socket: Int32
    /// Whoever has connected, or whom a PROXY protocol header names.
    var peer: ClientAddress
    var greeting: Greeting
    let server: LoopServer

    var phase = Phase.reading
    var parser: RequestParser
    /// What was received and not yet consumed.
    var input: [UInt8] = []
    /// Whether `input` may hold something that the parser has not looked at.
    var hasUnparsed = false
    /// Whether the socket may hold something. Told once by the system, so it must be remembered.
    var isReadable = false
    /// Whether the system has told that the peer's last octet is there, and whether it was read.
    var endIsNear = false
    var hasEnded = false
    /// What the peer has not yet taken, from `sent` on.
    var output: [UInt8] = []
    var sent = 0
    var isWritable = true
    /// Asked for with the first answer that the system does not take whole: most connections never need to hear of it.
    private var hearsOfWriting = false
    /// Whether it will go on in the next turn by itself.
    private var isScheduled = false
    /// Set while a task is being started, so that an answer that needs no waiting is put in its place at once.
    var isStarting = false
    var early: Response?
    /// Whether the last request was answered with 400.
    var wasRefused = false
    /// Counts requests, so that a deadline starts anew with each.
    var requests = 0

    // Its place in a lane, kept by the lane.
    var lane: Lane?
    var next: Connection?
    var previous: Connection?
    var since = MonotonicTime.never
    var deadline = MonotonicTime.never
    var laneRequests = 0

    init(socket: consuming Descriptor, peer: ClientAddress, isGreeted: Bool, server: LoopServer) {
        self.socket = socket.number
        descriptor = consume socket
        self.peer = peer
        greeting = isGreeted ? .done : .awaited
        self.server = server
        parser = RequestParser(limits: server.house.limits.request)
    }

    var pendingOutput: Int { output.count - sent }

    /// Whether nothing of a request has come and nothing of an answer is left.
    var isIdle: Bool {
        guard case .reading = phase else { return false }
        return requests > 0 && parser.isIdle && input.isEmpty && pendingOutput == 0
    }

    /// Whether nothing at all has come yet.
    var isUntouched: Bool { requests == 0 && parser.isIdle && input.isEmpty }

    /// Reads whatever is there, told of or not.
    func look(on loop: isolated EventLoop) {
        if case .closed = phase { return }
        isReadable = true
        advance(on: loop)
    }

    /// Has the loop tell what happens, once each time.
    func open(on loop: isolated EventLoop) throws(SystemFailure) {
        try loop.watch(socket, for: Self.reading) { readiness in
            self.ready(readiness, on: loop)
        }
        let lane = greeting == .awaited ? server.greeters : server.heads
        lane.join(self, at: loop.now)
        server.watch(lane, on: loop)
    }

    private static let reading: Interest = [.readable, .peerClosed, .edgeTriggered]

    /// Waits for the peer to take octets again.
    func becameUnwritable(on loop: isolated EventLoop) {
        isWritable = false
        if hearsOfWriting { return }
        hearsOfWriting = true
        do throws(SystemFailure) { try loop.modify(socket, for: Self.reading.union(.writable)) } catch {
            close(on: loop)
        }
    }

    private func ready(_ readiness: Readiness, on loop: isolated EventLoop) {
        if readiness.isBroken { return close(on: loop) }
        if readiness.isWritable { isWritable = true }
        if readiness.isPeerClosed { endIsNear = true }
        if readiness.isReadable || readiness.isPeerClosed { isReadable = true }
        advance(on: loop)
    }

    /// Does all that can be done now: reads, answers, sends; then waits in the lane for what it needs.
    func advance(on loop: isolated EventLoop) {
        var out = server.takeOut()
        advance(&out, on: loop)
    }

    /// As the other, with an answer that is to be sent first.
    func advance(_ out: inout [UInt8], on loop: isolated EventLoop) {
        read(into: &out, on: loop)
        send(&out, on: loop)
        server.putBack(&out)
        if canAdvance { advanceLater(on: loop) }
        settle(on: loop)
    }

    /// Whether there is something to do without waiting for the peer.
    private var canAdvance: Bool {
        switch phase {
        case .reading:
            (hasUnparsed || isReadable || hasEnded) && pendingOutput <= server.house.limits.pendingOutput
        case .lingering: isReadable
        case .answering, .finishing, .closed: false
        }
    }

    /// Goes on in the loop's next turn, so that others get theirs.
    private func advanceLater(on loop: isolated EventLoop) {
        if isScheduled { return }
        isScheduled = true
        loop.schedule(at: loop.now) {
            self.isScheduled = false
            if case .closed = self.phase { return }
            self.advance(on: loop)
        }
    }

    /// Closes the socket at once; an answer that a task still works on is dropped.
    func close(on loop: isolated EventLoop) {
        if case .closed = phase { return }
        phase = .closed
        lane?.leave(self)
        loop.unwatch(socket, closing: true)
        descriptor = nil
        input = []
        output = []
        sent = 0
        server.closed()
    }

    func settle(on loop: isolated EventLoop) {
        switch phase {
        case .closed: return
        case .answering: wait(in: pendingOutput > 0 ? server.writers : server.workers, on: loop)
        case .finishing: wait(in: server.writers, on: loop)
        case .lingering: wait(in: server.lingerers, on: loop)
        case .reading:
            if pendingOutput > 0 {
                wait(in: server.writers, on: loop)
            } else if parser.isInContent {
                wait(in: server.bodies, on: loop)
            } else if isIdle {
                wait(in: server.idlers, on: loop)
            } else if greeting == .awaited {
                wait(in: server.greeters, on: loop)
            } else {
                wait(in: server.heads, on: loop)
            }
        }
    }

    /// A deadline is absolute: who waits in the lane for the same request keeps it.
    private func wait(in lane: Lane, on loop: isolated EventLoop) {
        if self.lane === lane {
            if laneRequests == requests { return }
            if lane.keepsPlace(of: self, at: loop.now) {
                laneRequests = requests
                since = loop.now
                return
            }
        }
        laneRequests = requests
        lane.join(self, at: loop.now)
        server.watch(lane, on: loop)
    }
}
