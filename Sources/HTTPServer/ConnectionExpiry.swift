import EventLoop
import HTTP
import Journal

extension Connection {
    /// Its patience has ended. Who has begun a request is told so; all others are just closed.
    func expire(on loop: isolated EventLoop) {
        if lane === server.writers {
            server.house.tell(.writeTimeout, of: peer)
        } else if lane === server.heads {
            server.house.tell(.headTimeout, of: peer)
        } else if lane === server.greeters {
            server.house.tell(.proxyProtocol, of: peer)
        } else if lane === server.bodies {
            server.house.tell(.bodyTimeout, of: peer)
        }
        guard case .reading = phase, pendingOutput == 0, parser.isInContent || !parser.isIdle else {
            return close(on: loop)
        }
        var out = server.takeOut()
        refuse(.text("Request Timeout\n", status: .requestTimeout), into: &out, on: loop)
        advance(&out, on: loop)
    }
}
