import CLinux

/// One thread that waits for descriptors and deadlines and runs whatever is pinned to it.
///
/// What lives on a loop is a plain class that is not Sendable, handed about with `isolated EventLoop` parameters: the
/// compiler proves that no other thread reaches it. Handlers and actions are such closures too: made where the loop
/// is isolated, they are isolated to it (name the loop in them) and may call it without waiting.
package actor EventLoop {
    package typealias Handler = (Readiness) -> Void
    package typealias Action = () -> Void

    package nonisolated let executor: LoopExecutor
    package nonisolated let index: Int
    /// Whether the loop ends with the one operation that it was made for. What is scheduled on it may never run.
    package nonisolated let isAside: Bool
    var poller: Poller
    var timers = TimerHeap<Action>()
    private var residents: [AnyObject?] = []
    /// How often the loop has looked for events.
    package internal(set) var turns = 0
    package internal(set) var turnTimes = TurnTimes()
    /// The moment this turn of the loop began: cheap, and the same for everything the turn does.
    package internal(set) var now = MonotonicTime.now

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(index: Int, isAside: Bool = false) throws(SystemFailure) {
        let executor = try LoopExecutor()
        self.index = index
        self.isAside = isAside
        self.executor = executor
        poller = try Poller(wakeUp: executor.wakeUp.number)
    }

    /// The loop whose thread this is.
    package static var current: EventLoop? {
        guard let pointer = clinux_current() else { return nil }
        return Unmanaged<EventLoop>.fromOpaque(pointer).takeUnretainedValue()
    }

    // MARK: descriptors

    /// Calls the handler whenever the descriptor becomes what the interest says, until `unwatch`. The descriptor must
    /// stay open until then.
    package func watch(
        _ descriptor: Int32, for interest: Interest, _ handler: @escaping Handler
    ) throws(SystemFailure) {
        try poller.add(descriptor, interest, handler)
    }

    /// Changes what a watched descriptor's handler hears of.
    package func modify(_ descriptor: Int32, for interest: Interest) throws(SystemFailure) {
        try poller.modify(descriptor, interest)
    }

    /// No handler call follows, not even for what the system has reported already.
    ///
    /// - Parameter closing: the caller closes the descriptor right away, which spares a call to the system.
    package func unwatch(_ descriptor: Int32, closing: Bool = false) {
        poller.remove(descriptor, closing: closing)
    }

    // MARK: timers

    /// Runs an action on this loop once a moment has come; at the earliest in the loop's next turn.
    @discardableResult
    package func schedule(at deadline: MonotonicTime, _ action: @escaping Action) -> TimerID {
        timers.insert(deadline, action)
    }

    @discardableResult
    package func schedule(after duration: Duration, _ action: @escaping Action) -> TimerID {
        timers.insert(MonotonicTime.now.adding(duration), action)
    }

    /// Takes back what was scheduled; nothing happens if it has run.
    package func cancel(_ timer: TimerID) {
        timers.cancel(timer)
    }

    // MARK: residents

    /// Keeps an object that lives on this loop, and names it for those who live elsewhere.
    package func admit<Object: AnyObject>(_ object: Object) -> Resident<Object> {
        let resident = Resident<Object>(number: residents.count)
        residents.append(object)
        return resident
    }

    /// The object, for use on this loop alone; nil once it was dismissed.
    package func resident<Object: AnyObject>(_ resident: Resident<Object>) -> Object? {
        residents[resident.number] as? Object
    }

    package func dismiss<Object: AnyObject>(_ resident: Resident<Object>) {
        residents[resident.number] = nil
    }

    /// Lets go of all that lives here: handlers and actions name their loop, and would keep it for ever.
    func clear() {
        timers = TimerHeap()
        poller.removeAll()
        residents = []
    }

    // MARK: work

    /// Starts a task that runs on this loop, isolated to it, and stays there for all that says nothing else: plain async
    /// functions by the actor, continuations and child tasks by the preference. (`Task.yield()` is an exception: the
    /// runtime sends it through its own threads.)
    @discardableResult
    package nonisolated func run<Success: Sendable>(
        _ operation: @escaping @Sendable () async -> Success
    ) -> Task<Success, Never> {
        Task(executorPreference: executor) { await self.perform(operation) }
    }

    /// Runs an operation isolated to this loop and waits for it.
    package func perform<Success: Sendable>(_ operation: @Sendable () async -> Success) async -> Success {
        await operation()
    }

    /// Has the loop call a function in its next turn; from any thread, cheaper than a task.
    package nonisolated func submit(_ call: @escaping @Sendable (isolated EventLoop) -> Void) {
        executor.enqueue(.call(call))
    }
}
