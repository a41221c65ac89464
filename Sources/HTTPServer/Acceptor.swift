import CLinux
import EventLoop
import Glibc
import HTTP
import Journal

/// Takes connections from one listening socket of a loop.
final class Acceptor {
    /// In one go at most; then those who are connected get their turn.
    private static let largestBatch = 64
    /// After so many full batches the next one is larger.
    private static let patience = 4
    /// After the system ran out of descriptors or memory.
    private static let pause = Duration.milliseconds(100)

    private let socket: Descriptor
    private let expectsProxyHeader: Bool
    private let server: LoopServer
    private var isOpen = false
    /// How often in a row there was no end to those who wait. To ask once more than somebody waits is dear.
    private var fullBatches = 0

    init(_ door: Door, server: LoopServer) {
        socket = Descriptor(owning: door.socket)
        expectsProxyHeader = door.expectsProxyHeader
        self.server = server
    }

    func open(on loop: isolated EventLoop) throws(SystemFailure) {
        try loop.watch(socket.number, for: .readable) { _ in self.acceptSome(on: loop) }
        isOpen = true
    }

    /// Takes only those whose connection has begun.
    func stopHandshakes() { clinux_stop_handshakes(socket.number) }

    /// Takes whoever has connected already, then listens no more.
    func close(on loop: isolated EventLoop) {
        guard isOpen else { return }
        accept(.max, on: loop)
        isOpen = false
        loop.unwatch(socket.number)
    }

    private func acceptSome(on loop: isolated EventLoop) {
        let doublings = max(0, fullBatches - Self.patience)
        accept(doublings < 6 ? 1 << doublings : Self.largestBatch, on: loop)
    }

    private func accept(_ count: Int, on loop: isolated EventLoop) {
        var peer = SocketAddress()
        for _ in 0..<count {
            let number = peer.accept(from: socket.number)
            if number >= 0 {
                server.admit(
                    Descriptor(owning: number), from: peer.client.address, isGreeted: !expectsProxyHeader,
                    on: loop)
            } else if clinux_is_exhaustion(errno) != 0 {
                return rest(on: loop)
            } else if errno == EAGAIN {
                fullBatches = 0
                return
            }
            // Else that one connection is gone already: the next, please.
        }
        fullBatches += 1
    }

    /// Lets some time pass instead of asking again and again, and makes room.
    private func rest(on loop: isolated EventLoop) {
        server.house.tell(.descriptors, of: .none)
        loop.unwatch(socket.number)
        server.makeRoom(on: loop)
        loop.schedule(after: Self.pause) {
            if self.isOpen { try? self.open(on: loop) }
        }
    }
}
