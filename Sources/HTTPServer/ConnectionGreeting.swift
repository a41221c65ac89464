import HTTP
import Journal

extension Connection {
    /// Takes the PROXY protocol header, which must come before everything else; gives its length, or nil while it is not
    /// all there. What is no such header gets no answer: whoever sent it is no proxy.
    func greet(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        switch ProxyHeader.read(bytes) {
        case .needMore: return nil
        case .header(let source, let length):
            greeting = source == nil ? .anonymous : .done
            peer = source ?? peer
            return length
        case .garbage:
            server.house.tell(.proxyProtocol, of: peer)
            phase = .finishing(.close)
            return nil
        }
    }
}
