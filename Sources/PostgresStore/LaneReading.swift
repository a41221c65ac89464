import EventLoop
import Store

/// Reads: all that waits goes out as one batch.
extension Lane {
    func ask(_ commands: [Command], _ answer: @escaping (Result<[Answer], PostgresFault>) -> Void) {
        questions.append(Question(commands: commands, answer: answer))
        comeBack(to: reading)
    }

    func sendQuestions(through pipeline: Pipeline) throws(PostgresFault) {
        if questions.isEmpty { return }
        let asked = questions
        questions = []
        do throws(PostgresFault) { try send(asked, through: pipeline) } catch {
            // Not in flight: they wait for the next connection.
            questions = asked + questions
            throw error
        }
    }

    private func send(_ asked: [Question], through pipeline: Pipeline) throws(PostgresFault) {
        let began = StoreClock.now()
        try pipeline.send(asked.flatMap(\.commands)) { [self] outcome in
            configuration.observe?(.read(nanoseconds: StoreClock.now() - began))
            answered(asked, outcome)
        }
    }

    private func answered(_ asked: [Question], _ outcome: Pipeline.Outcome) {
        switch outcome {
        case .answers(let answers):
            var next = 0
            for question in asked {
                let end = next + question.commands.count
                question.answer(.success(Array(answers[next..<end])))
                next = end
            }
        case .fault(let fault, _):
            note(fault, on: reading)
            // A read changes nothing: each may be made again by itself, if that can help.
            if fault.spoilsConnection && fault != .silent { return askAgain(asked, fault) }
            guard asked.count > 1, !fault.meetsAllAlike, let pipeline = reading.pipeline else {
                for question in asked { question.answer(.failure(fault)) }
                return
            }
            for question in asked {
                do throws(PostgresFault) { try send([question], through: pipeline) } catch {
                    question.answer(.failure(error))
                }
            }
        }
    }

    /// On the next connection, once.
    private func askAgain(_ asked: [Question], _ fault: PostgresFault) {
        for var question in asked {
            if question.isAskedAgain || isEnding {
                question.answer(.failure(fault))
            } else {
                question.isAskedAgain = true
                questions.append(question)
            }
        }
        comeBack(to: reading)
    }
}
