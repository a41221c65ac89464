/// Names one scheduled action; stays harmless once that action ran or was cancelled.
package struct TimerID: Hashable, Sendable {
    fileprivate let slot: Int
    fileprivate let generation: UInt64
}

/// Actions by deadline: a binary heap whose entries know their places, so that cancelling costs a logarithm.
/// Equal deadlines come in the order in which they were scheduled.
struct TimerHeap<Action> {
    private struct Entry {
        let deadline: MonotonicTime
        let sequence: UInt64
        let slot: Int

        func comes(before other: Entry) -> Bool {
            (deadline, sequence) < (other.deadline, other.sequence)
        }
    }

    private struct Slot {
        var place = -1
        var generation: UInt64 = 0
        var action: Action?
    }

    private var entries: [Entry] = []
    private var slots: [Slot] = []
    private var free: [Int] = []
    private var sequence: UInt64 = 0

    var count: Int { entries.count }

    /// When the earliest action is due.
    var earliest: MonotonicTime? { entries.first?.deadline }

    mutating func insert(_ deadline: MonotonicTime, _ action: Action) -> TimerID {
        let slot: Int
        if let last = free.popLast() {
            slot = last
        } else {
            slot = slots.count
            slots.append(Slot())
        }
        sequence += 1
        slots[slot].generation = sequence
        slots[slot].action = action
        slots[slot].place = entries.count
        entries.append(Entry(deadline: deadline, sequence: sequence, slot: slot))
        rise(from: entries.count - 1)
        return TimerID(slot: slot, generation: sequence)
    }

    /// The earliest action, taken out, if it is due.
    mutating func takeDue(at now: MonotonicTime) -> Action? {
        guard let first = entries.first, first.deadline <= now else { return nil }
        return remove(at: 0)
    }

    /// Takes an action out; nil when it has run or was cancelled before.
    @discardableResult
    mutating func cancel(_ id: TimerID) -> Action? {
        guard slots.indices.contains(id.slot), slots[id.slot].generation == id.generation else { return nil }
        return remove(at: slots[id.slot].place)
    }

    private mutating func remove(at place: Int) -> Action? {
        let slot = entries[place].slot
        let last = entries.count - 1
        if place != last { swap(place, last) }
        entries.removeLast()
        if place < last {
            rise(from: place)
            sink(from: place)
        }
        let action = slots[slot].action
        slots[slot].action = nil
        slots[slot].generation = 0
        free.append(slot)
        return action
    }

    private mutating func rise(from start: Int) {
        var place = start
        while place > 0, entries[place].comes(before: entries[(place - 1) / 2]) {
            swap(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink(from start: Int) {
        var place = start
        while true {
            var first = place
            for child in [2 * place + 1, 2 * place + 2] where child < entries.count {
                if entries[child].comes(before: entries[first]) { first = child }
            }
            if first == place { return }
            swap(place, first)
            place = first
        }
    }

    private mutating func swap(_ a: Int, _ b: Int) {
        entries.swapAt(a, b)
        slots[entries[a].slot].place = a
        slots[entries[b].slot].place = b
    }
}
