import EventLoop
import Glibc
import HTTP
import Journal

/// The part of a server that lives on one loop: its sockets, its connections, and what they share.
final class LoopServer {
    let house: House
    let idlers, greeters, heads, bodies, workers, writers, lingerers: Lane
    /// Where every connection receives; what is not consumed at once is copied out.
    let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 65_536)
    private(set) var isDraining = false
    private var acceptors: [Acceptor] = []
    private var count = 0
    private var out: [UInt8] = []
    private var date = CachedDate()
    private var whenEmpty: CheckedContinuation<Void, Never>?

    init(_ house: House) {
        self.house = house
        let limits = house.limits
        idlers = Lane(patience: limits.idleTime, isLenient: true)
        greeters = Lane(patience: limits.greetingTime)
        heads = Lane(patience: limits.headTime)
        bodies = Lane(patience: limits.bodyTime)
        workers = Lane(patience: nil)
        writers = Lane(patience: limits.writeTime)
        lingerers = Lane(patience: limits.lingerTime)
    }

    deinit { scratch.deallocate() }

    var connections: Int { count }

    func date(on loop: isolated EventLoop) -> DateLine { date.line(at: loop.now) }

    /// The loop's buffer for answers, lent to one connection at a time.
    func takeOut() -> [UInt8] {
        var lent: [UInt8] = []
        swap(&lent, &out)
        return lent
    }

    func putBack(_ lent: inout [UInt8]) {
        lent.removeAll(keepingCapacity: true)
        if lent.capacity > 1 << 20 { lent = [] }
        swap(&lent, &out)
    }

    // MARK: coming and going

    func listen(_ doors: [Door], on loop: isolated EventLoop) throws(SystemFailure) {
        for door in doors {
            let acceptor = Acceptor(door, server: self)
            acceptors.append(acceptor)
            try acceptor.open(on: loop)
        }
    }

    /// Takes a connection in, or closes it when all places are taken by others that are busy.
    func admit(
        _ socket: consuming Descriptor, from peer: ClientAddress, isGreeted: Bool,
        on loop: isolated EventLoop
    ) {
        if count >= house.share, !makeRoom(on: loop) { return house.tell(.tooMany, of: peer) }
        let connection = Connection(socket: socket, peer: peer, isGreeted: isGreeted, server: self)
        do throws(SystemFailure) { try connection.open(on: loop) } catch { return }
        count += 1
        house.metrics?.connectionOpened()
    }

    /// Closes the connection that has kept us waiting longest; false when all of them wait for us.
    @discardableResult
    func makeRoom(on loop: isolated EventLoop) -> Bool {
        if let idle = idlers.oldest ?? lingerers.first {
            idle.close(on: loop)
            return true
        }
        for _ in 0..<16 {
            // A body that comes in drops and a peer that does not read hold a place like a head that never ends.
            let waiting = [greeters, heads, bodies, writers].compactMap(\.first)
            guard let oldest = waiting.min(by: { $0.since < $1.since }) else { return false }
            let lane = oldest.lane
            // Its request may have come and just not been read yet.
            oldest.look(on: loop)
            if oldest.lane === lane, lane?.first === oldest {
                oldest.close(on: loop)
                return true
            }
        }
        return false
    }

    func closed() {
        count -= 1
        house.metrics?.connectionClosed()
        if count == 0 { finishDraining() }
    }

    // MARK: deadlines

    /// Has the loop look after a lane at its first deadline.
    func watch(_ lane: Lane, on loop: isolated EventLoop) {
        guard !lane.isWatched, let first = lane.first, first.deadline != .never else { return }
        lane.isWatched = true
        loop.schedule(at: first.deadline) {
            lane.isWatched = false
            while let first = lane.first, first.deadline <= loop.now { first.expire(on: loop) }
            self.watch(lane, on: loop)
        }
    }

    // MARK: draining

    /// Handshakes that are under way when draining begins have ended by then.
    private static let handshakeTime = Duration.milliseconds(20)

    /// Accepts no more, answers what is in hand or on its way, each answer the last on its connection, and returns when
    /// all are closed.
    ///
    /// An idle connection of a proxy is not closed at once: the proxy may be sending a request on it, which would be
    /// lost. In the grace that it gets, proxies use their connections up.
    func drain(within patience: Duration, on loop: isolated EventLoop) async {
        isDraining = true
        let end = loop.now.adding(patience)
        let deadline = loop.schedule(at: end) { self.closeAll(on: loop) }
        for acceptor in acceptors { acceptor.stopHandshakes() }
        try? await EventLoop.sleep(for: min(Self.handshakeTime, patience))
        for acceptor in acceptors { acceptor.close(on: loop) }
        acceptors = []
        if end <= loop.now { closeAll(on: loop) }
        let grace = loop.schedule(after: house.limits.drainGrace) { self.closeUnused(on: loop) }
        if count > 0 { await withCheckedContinuation { whenEmpty = $0 } }
        loop.cancel(grace)
        loop.cancel(deadline)
    }

    private func closeUnused(on loop: isolated EventLoop) {
        // A request that has arrived unseen is answered still.
        for lane in [idlers, greeters, heads] { lane.forEach { $0.look(on: loop) } }
        idlers.forEach { $0.close(on: loop) }
        for lane in [greeters, heads] { lane.forEach { if $0.isUntouched { $0.close(on: loop) } } }
    }

    private func closeAll(on loop: isolated EventLoop) {
        for lane in [idlers, greeters, heads, bodies, workers, writers, lingerers] {
            lane.forEach { $0.close(on: loop) }
        }
        finishDraining()
    }

    private func finishDraining() {
        whenEmpty?.resume()
        whenEmpty = nil
    }
}
