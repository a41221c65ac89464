import EventLoop
import HTTP
import Journal

/// An HTTP/1.1 server on some loops (RFC 9112): each loop has its own sockets and its own connections, and answers on its
/// own thread.
package struct HTTPServer: Sendable {
    /// Where it listens, with the ports that the system chose.
    package let addresses: [ListenAddress]
    private let parts: [(EventLoop, Resident<LoopServer>)]

    /// Listens at once.
    package init(
        listening wanted: [ListenAddress], on group: EventLoopGroup, responder: any Responder,
        limits: ServerLimits = ServerLimits(), clients: ClientRule = ClientRule(), journal: Journal? = nil
    ) async throws(ListenFailure) {
        var addresses: [ListenAddress] = []
        var sockets = [[Int32]](repeating: [], count: group.loops.count)
        for address in wanted {
            let made: ListeningSockets
            do { made = try ListeningSockets(address, count: group.loops.count) } catch {
                for socket in sockets.joined() { _ = Descriptor(owning: socket) }
                throw error
            }
            addresses.append(made.address)
            for (index, socket) in made.take().enumerated() { sockets[index].append(socket) }
        }
        var parts: [(EventLoop, Resident<LoopServer>)] = []
        let share = (limits.connections + group.loops.count - 1) / group.loops.count
        let house = House(
            responder: responder, clients: clients, limits: limits, share: share, journal: journal)
        for (loop, sockets) in zip(group.loops, sockets) {
            do throws(SystemFailure) { parts.append((loop, try await loop.serve(sockets, house))) } catch {
                throw ListenFailure(address: addresses[0], cause: error)
            }
        }
        self.addresses = addresses
        self.parts = parts
    }

    /// Stops listening, closes idle connections and lets requests in hand be answered; returns when all is done, or when
    /// the patience ends and the rest was cut.
    package func drain(within patience: Duration) async {
        await withTaskGroup(of: Void.self) { tasks in
            for (loop, part) in parts {
                tasks.addTask { await loop.drain(part, within: patience) }
            }
        }
    }

    /// How many connections are open.
    package var connections: Int {
        get async {
            var sum = 0
            for (loop, part) in parts { sum += await loop.connections(of: part) }
            return sum
        }
    }
}

extension EventLoop {
    fileprivate func serve(_ sockets: [Int32], _ house: House) throws(SystemFailure) -> Resident<LoopServer> {
        let server = LoopServer(house)
        try server.listen(sockets, on: self)
        return admit(server)
    }

    fileprivate func drain(_ part: Resident<LoopServer>, within patience: Duration) async {
        await resident(part)?.drain(within: patience, on: self)
        dismiss(part)
    }

    fileprivate func connections(of part: Resident<LoopServer>) -> Int {
        resident(part)?.connections ?? 0
    }
}
