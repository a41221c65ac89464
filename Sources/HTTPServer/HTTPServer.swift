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
        listening wanted: [Listener], on group: EventLoopGroup, responder: any Responder,
        limits: ServerLimits = ServerLimits(), clients: ClientRule = ClientRule(), journal: Journal? = nil
    ) async throws(ListenFailure) {
        var addresses: [ListenAddress] = []
        var doors = [[Door]](repeating: [], count: group.loops.count)
        for listener in wanted {
            let made: ListeningSockets
            do { made = try ListeningSockets(listener.address, count: group.loops.count) } catch {
                for door in doors.joined() { _ = Descriptor(owning: door.socket) }
                throw error
            }
            addresses.append(made.address)
            for (index, socket) in made.take().enumerated() {
                doors[index].append(Door(socket: socket, expectsProxyHeader: listener.expectsProxyHeader))
            }
        }
        var parts: [(EventLoop, Resident<LoopServer>)] = []
        let share = (limits.connections + group.loops.count - 1) / group.loops.count
        let house = House(
            responder: responder, clients: clients, limits: limits, share: share, journal: journal)
        for (loop, doors) in zip(group.loops, doors) {
            do throws(SystemFailure) { parts.append((loop, try await loop.serve(doors, house))) } catch {
                throw ListenFailure(address: addresses[0], cause: error)
            }
        }
        self.addresses = addresses
        self.parts = parts
    }

    /// Listens at once, where nobody begins with a PROXY protocol header.
    package init(
        listening wanted: [ListenAddress], on group: EventLoopGroup, responder: any Responder,
        limits: ServerLimits = ServerLimits(), clients: ClientRule = ClientRule(), journal: Journal? = nil
    ) async throws(ListenFailure) {
        self = try await HTTPServer(
            listening: wanted.map { Listener($0) }, on: group, responder: responder, limits: limits,
            clients: clients, journal: journal)
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
    fileprivate func serve(_ doors: [Door], _ house: House) throws(SystemFailure) -> Resident<LoopServer> {
        let server = LoopServer(house)
        try server.listen(doors, on: self)
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
