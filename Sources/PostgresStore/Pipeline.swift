import CPostgres

/// A connection in pipeline mode: batches go out without waiting and are answered in order. Each ends with one sync,
/// so it is one transaction and one commit.
final class Pipeline {
    /// What became of a batch: its answers in order, or the fault and the number of the statement that met it (nil when
    /// that was the commit). After a fault nothing of the batch was written.
    enum Outcome {
        case answers([Answer])
        case fault(PostgresFault, statement: Int?)
    }

    private struct Flight {
        let completion: (Outcome) -> Void
        var answers: [Answer] = []
        var fault: PostgresFault?
        var faulty: Int?
    }

    private let connection: Connection
    /// In the order in which they were sent.
    private var flights: [Flight] = []

    init(_ connection: Connection) throws(PostgresFault) {
        self.connection = connection
        guard PQsetnonblocking(connection.raw, 1) == 0, PQenterPipelineMode(connection.raw) == 1 else {
            throw .lost
        }
    }

    var socket: Int32 { PQsocket(connection.raw) }

    /// Batches that wait for their answers.
    var inFlight: Int { flights.count }

    /// Queues a batch for the server; `flush` sends it.
    /// - Throws: when the connection is lost; the batch is not in flight then.
    func send(_ commands: [Command], _ completion: @escaping (Outcome) -> Void) throws(PostgresFault) {
        for command in commands {
            guard command.parameters.send(command.statement.cName, on: connection.raw) else { throw .lost }
        }
        guard PQpipelineSync(connection.raw) == 1 else { throw .lost }
        flights.append(Flight(completion: completion))
    }

    /// Sends what the socket takes.
    /// - Returns: whether there is more to send once it is writable again.
    func flush() throws(PostgresFault) -> Bool {
        let left = PQflush(connection.raw)
        if left < 0 { throw .lost }
        return left == 1
    }

    /// Reads what has come and completes the batches that are answered.
    func receive() throws(PostgresFault) {
        guard PQconsumeInput(connection.raw) == 1 else { throw .lost }
        var ends = 0
        while !flights.isEmpty, ends < 3, PQisBusy(connection.raw) == 0 {
            guard let result = PQgetResult(connection.raw) else {
                // One after each statement; several in a row mean that the session is over.
                ends += 1
                continue
            }
            ends = 0
            take(result)
        }
        guard PQstatus(connection.raw) == CONNECTION_OK else { throw .lost }
    }

    private func take(_ result: OpaquePointer) {
        switch PQresultStatus(result) {
        case PGRES_PIPELINE_SYNC:
            PQclear(result)
            let flight = flights.removeFirst()
            if let fault = flight.fault {
                flight.completion(.fault(fault, statement: flight.faulty))
            } else {
                flight.completion(.answers(flight.answers))
            }
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
            flights[0].answers.append(Answer(result))
        case PGRES_PIPELINE_ABORTED:
            PQclear(result)
        default:
            if flights[0].fault == nil {
                flights[0].fault = PostgresFault(result)
                flights[0].faulty = flights[0].answers.count
            }
            PQclear(result)
        }
    }

    /// Tells all who wait that the connection is lost.
    func abandon(_ fault: PostgresFault) {
        let lost = flights
        flights = []
        for flight in lost { flight.completion(.fault(flight.fault ?? fault, statement: nil)) }
    }
}
