import EventLoop
import Glibc
import HTTP
import Journal

extension Connection {
    func answer(_ received: Request, into out: inout [UInt8], on loop: isolated EventLoop) {
        var request = received
        requests += 1
        request.receivedAt = loop.now.nanoseconds
        let form = AnswerForm(for: request, closing: server.isDraining)
        guard let client = client(of: request) else {
            server.house.tell(.forwarding, of: peer)
            Response.text("Bad Request\n", status: .badRequest)
                .append(to: &out, form: form, date: server.date(on: loop))
            return answered(form, .badRequest)
        }
        request.client = client
        switch server.house.responder.respond(to: request) {
        case .now(let response):
            response.append(to: &out, form: form, date: server.date(on: loop))
            answered(form, response.status)
        case .prepared(let response):
            response.append(to: &out, for: request, form: form, date: server.date(on: loop))
            answered(form, .ok)
        case .later(let work):
            phase = .answering
            isStarting = true
            // Begins at once, here; only an answer that has to wait for something comes in a later turn.
            Task.immediate(executorPreference: loop.executor) {
                finish(await work(), form, on: loop)
            }
            isStarting = false
            guard let response = early else { return }
            early = nil
            phase = .reading
            response.append(to: &out, form: form, date: server.date(on: loop))
            answered(form, response.status)
        }
    }

    /// Nil where a proxy of ours says what cannot be.
    private func client(of request: Request) -> ClientAddress? {
        greeting == .anonymous
            ? peer : server.house.clients.client(peer: peer, fields: request.fields)
    }

    /// The answer of a task; whatever came after that request has waited for it.
    private func finish(_ response: Response, _ form: AnswerForm, on loop: isolated EventLoop) {
        guard case .answering = phase else { return }
        if isStarting {
            early = response
            return
        }
        phase = .reading
        let form = server.isDraining ? AnswerForm(omitsContent: form.omitsContent, connection: .close) : form
        var out = server.takeOut()
        response.append(to: &out, form: form, date: server.date(on: loop))
        answered(form, response.status)
        advance(&out, on: loop)
    }

    private func answered(_ form: AnswerForm, _ status: Status) {
        wasRefused = status == .badRequest
        if form.closes { phase = .finishing(.lingerIfUnread) }
    }

    /// Answers what was no request, and takes none after it.
    func refuse(_ response: Response, into out: inout [UInt8], on loop: isolated EventLoop) {
        server.house.metrics?.refused(status: response.status.code)
        response.append(to: &out, form: .refusal, date: server.date(on: loop))
        phase = .finishing(.linger)
    }

    /// Sends what was answered and what was left over before; keeps what the peer does not take yet.
    func send(_ out: inout [UInt8], on loop: isolated EventLoop) {
        if case .closed = phase { return }
        if pendingOutput > 0 {
            output.append(contentsOf: out)
            out.removeAll(keepingCapacity: true)
            sent += write(output, from: sent, on: loop)
            if pendingOutput == 0 {
                output = []
                sent = 0
            }
        } else if !out.isEmpty {
            let count = write(out, from: 0, on: loop)
            if count < out.count, isOpen { output = Array(out[count...]) }
            out.removeAll(keepingCapacity: true)
        }
        if pendingOutput == 0 { outputDrained(on: loop) }
    }

    private var isOpen: Bool {
        if case .closed = phase { false } else { true }
    }

    /// How many bytes the system took. After a failure the connection is closed.
    private func write(_ bytes: [UInt8], from start: Int, on loop: isolated EventLoop) -> Int {
        var done = start
        while isWritable, done < bytes.count {
            let count = bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                return Glibc.send(socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                done += count
            } else if errno == EAGAIN {
                becameUnwritable(on: loop)
            } else if errno != EINTR {
                close(on: loop)
                break
            }
        }
        return done - start
    }

    private func outputDrained(on loop: isolated EventLoop) {
        guard case .finishing(let farewell) = phase else { return }
        let isUnread = isReadable || hasUnparsed || !input.isEmpty
        guard !hasEnded, farewell == .linger || farewell == .lingerIfUnread && isUnread else {
            return close(on: loop)
        }
        phase = .lingering
        input = []
        hasUnparsed = false
        isReadable = true
        shutdown(socket, Int32(SHUT_WR))
    }
}
