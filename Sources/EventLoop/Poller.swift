import CLinux
import Glibc

/// The epoll set of a loop and the handlers of its descriptors.
struct Poller: ~Copyable {
    private struct Watch {
        let generation: UInt32
        let handler: EventLoop.Handler
    }

    private let epoll: Descriptor
    private let wakeUp: Int32
    private var watches: [Watch?] = []
    private var events = [epoll_event](repeating: epoll_event(), count: 256)
    private var generation: UInt32 = 0

    init(wakeUp: Int32) throws(SystemFailure) {
        epoll = try Self.set(with: wakeUp)
        self.wakeUp = wakeUp
    }

    private static func set(with wakeUp: Int32) throws(SystemFailure) -> Descriptor {
        let number = epoll_create1(Int32(EPOLL_CLOEXEC))
        if number < 0 { throw SystemFailure("epoll_create1") }
        var event = epoll_event()
        event.events = Interest.readable.rawValue
        event.data.u64 = UInt64(UInt32(bitPattern: wakeUp))
        if epoll_ctl(number, EPOLL_CTL_ADD, wakeUp, &event) != 0 { throw SystemFailure("epoll_ctl") }
        return Descriptor(owning: number)
    }

    mutating func add(
        _ descriptor: Int32, _ interest: Interest, _ handler: @escaping EventLoop.Handler
    ) throws(SystemFailure) {
        generation &+= 1
        try control(EPOLL_CTL_ADD, descriptor, interest, generation: generation)
        let place = Int(descriptor)
        while watches.count <= place { watches.append(nil) }
        watches[place] = Watch(generation: generation, handler: handler)
    }

    mutating func modify(_ descriptor: Int32, _ interest: Interest) throws(SystemFailure) {
        guard watches.indices.contains(Int(descriptor)), let watch = watches[Int(descriptor)] else {
            throw SystemFailure("epoll_ctl", code: ENOENT)
        }
        try control(EPOLL_CTL_MOD, descriptor, interest, generation: watch.generation)
    }

    mutating func remove(_ descriptor: Int32, closing: Bool) {
        guard watches.indices.contains(Int(descriptor)), watches[Int(descriptor)] != nil else { return }
        watches[Int(descriptor)] = nil
        if !closing { try? control(EPOLL_CTL_DEL, descriptor, [], generation: 0) }
    }

    mutating func removeAll() {
        watches = []
    }

    /// Waits at most so many milliseconds (-1: without end); answers how many events there are.
    mutating func wait(milliseconds: Int32) -> Int {
        Int(max(0, epoll_wait(epoll.number, &events, Int32(events.count), milliseconds)))
    }

    /// The handler of one event of the last wait; nil when its descriptor is no longer watched.
    mutating func handler(of event: Int) -> (EventLoop.Handler, Readiness)? {
        let data = events[event].data.u64
        let descriptor = Int32(truncatingIfNeeded: data)
        if descriptor == wakeUp {
            var count: eventfd_t = 0
            eventfd_read(wakeUp, &count)
            return nil
        }
        guard let watch = watches[Int(descriptor)], watch.generation == UInt32(data >> 32) else { return nil }
        return (watch.handler, Readiness(rawValue: events[event].events))
    }

    private func control(
        _ operation: Int32, _ descriptor: Int32, _ interest: Interest, generation: UInt32
    ) throws(SystemFailure) {
        var event = epoll_event()
        event.events = interest.rawValue
        event.data.u64 = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
        if epoll_ctl(epoll.number, operation, descriptor, &event) != 0 { throw SystemFailure("epoll_ctl") }
    }
}
