import Glibc
import Synchronization

/// Numbers threads in the order in which they first ask, from 0.
struct ThreadNumber: Sendable {
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        self.key = key
    }

    /// The number of the calling thread; one read of its own memory, once it has one.
    func current(next: borrowing Atomic<UInt>) -> UInt {
        if let kept = pthread_getspecific(key) { return UInt(bitPattern: kept) - 1 }
        let number = next.add(1, ordering: .relaxed).oldValue
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: number + 1))
        return number
    }
}
