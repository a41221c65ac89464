import EventLoop
import Glibc
import HTTP
import Journal

extension Connection {
    /// Calls to the system in one go; then other connections get their turn.
    private static let rounds = 8

    /// Reads and answers as long as there is something to read and room for answers.
    func read(into out: inout [UInt8], on loop: isolated EventLoop) {
        for _ in 0..<Self.rounds {
            switch phase {
            case .answering, .finishing, .closed: return
            case .lingering:
                guard isReadable else { return }
                drop(on: loop)
            case .reading:
                guard out.count + pendingOutput <= server.house.limits.pendingOutput else { return }
                if hasUnparsed {
                    takeInput(into: &out, on: loop)
                } else if isReadable {
                    receive(into: &out, on: loop)
                } else {
                    if hasEnded { end() }
                    return
                }
            }
        }
    }

    /// One call to the system, and the requests in what it gave.
    private func receive(into out: inout [UInt8], on loop: isolated EventLoop) {
        let scratch = server.scratch
        let count = recv(socket, scratch.baseAddress, scratch.count, 0)
        guard count > 0 else { return received(nothing: count, on: loop) }
        // A short read has emptied the socket: what comes later is told anew.
        isReadable = endIsNear || count == scratch.count
        let bytes = UnsafeBufferPointer(rebasing: scratch[..<count])
        if input.isEmpty {
            let consumed = take(bytes, into: &out, on: loop)
            if consumed < count { input.append(contentsOf: bytes[consumed...]) }
        } else {
            input.append(contentsOf: bytes)
            takeInput(into: &out, on: loop)
        }
    }

    private func received(nothing count: Int, on loop: isolated EventLoop) {
        if count == 0 {
            isReadable = false
            hasEnded = true
        } else if errno == EAGAIN {
            isReadable = false
        } else if errno != EINTR {
            close(on: loop)
        }
    }

    /// The requests in what had been left over.
    private func takeInput(into out: inout [UInt8], on loop: isolated EventLoop) {
        hasUnparsed = false
        let bytes = input
        input = []
        let consumed = bytes.withUnsafeBufferPointer { take($0, into: &out, on: loop) }
        if consumed < bytes.count { input = Array(bytes[consumed...]) }
    }

    /// Answers the requests in some bytes, in order; gives how many bytes they were.
    private func take(
        _ bytes: UnsafeBufferPointer<UInt8>, into out: inout [UInt8], on loop: isolated EventLoop
    ) -> Int {
        var start = 0
        while start < bytes.count {
            guard case .reading = phase, out.count + pendingOutput <= server.house.limits.pendingOutput else {
                hasUnparsed = true
                return start
            }
            if greeting == .awaited {
                guard let length = greet(bytes) else { return start }
                start += length
                continue
            }
            let step = parser.parse(UnsafeBufferPointer(rebasing: bytes[start...]))
            start += step.consumed
            switch step.event {
            case .needMore: return start
            case .expectsContinue: out.append(contentsOf: Response.continueWire)
            case .request(let request):
                // The content of what was just refused, sent without its length, rather than a request.
                if wasRefused, request.method == .other {
                    server.house.tell(.malformed, of: peer)
                    phase = .finishing(.linger)
                    return start
                }
                answer(request, into: &out, on: loop)
            case .refuse(let refusal):
                server.house.tell(refusal.status == .contentTooLarge ? .tooLarge : .malformed, of: peer)
                refuse(refusal.response, into: &out, on: loop)
            }
        }
        return start
    }

    /// The peer has sent all it will send, and all of it was answered or cannot be: an unfinished request stays
    /// unanswered.
    private func end() {
        phase = .finishing(.close)
    }

    /// Reads what nobody wants, so that the peer gets our answer and no reset.
    private func drop(on loop: isolated EventLoop) {
        let scratch = server.scratch
        let count = recv(socket, scratch.baseAddress, scratch.count, 0)
        if count == 0 { return close(on: loop) }
        if count > 0 {
            isReadable = endIsNear || count == scratch.count
        } else {
            received(nothing: count, on: loop)
        }
    }
}
