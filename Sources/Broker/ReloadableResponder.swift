import HTTP
import Synchronization

/// The public listener's responder, which can be changed while connections stay: requests in hand finish with the one
/// they began with.
package final class ReloadableResponder: Responder {
    private let current: Mutex<PublicResponder>

    package init(_ responder: PublicResponder) { current = Mutex(responder) }

    package func change(to responder: PublicResponder) { current.withLock { $0 = responder } }

    package func respond(to request: Request) -> Reply { current.withLock { $0 }.respond(to: request) }
}
