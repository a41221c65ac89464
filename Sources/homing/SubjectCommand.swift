import Codec
import Crypto
import EventLoop
import OAuth
import Settings
import Store
import Upstream

/// `homing subject show|delete`: what is held of a person, for who asks for it, and its end.
enum SubjectCommand {
    enum Act: String, CaseIterable {
        case show, delete
    }

    /// Who is meant.
    enum Person: Equatable {
        case subject(String)
        /// By a provider of the configuration and its own name for them.
        case account(provider: String, subject: String)
    }

    static func run(_ act: Act, _ person: Person, _ files: [String]) -> ExitStatus {
        guard let configuration = Terminal.configuration(files) else { return .failed }
        do throws(Assembly.StartFailure) {
            let who = try Wanted(person, in: configuration)
            let report = try StoreCommand.run(on: configuration) { ledger async throws(LedgerFailure) in
                try await Self.report(act, who, ledger)
            }
            guard let report else { throw Assembly.StartFailure(reason: who.isUnknown) }
            Terminal.out(report)
            return .done
        } catch {
            Terminal.complain(error.reason)
            return .failed
        }
    }

    /// What the command prints; nil where nobody is found.
    private static func report(
        _ act: Act, _ who: Wanted, _ ledger: any Ledger
    ) async throws(LedgerFailure) -> String? {
        guard let subject = try await who.subject(in: ledger) else { return nil }
        switch act {
        case .show:
            let person = try await ledger.person(subject)
            return person.isEmpty ? nil : PersonReport(person).json
        case .delete:
            let gone = try await ledger.forget(subject)
            if gone.isNothing { return nil }
            return """
                deleted \(subject.text): accounts \(gone.accounts), sign-ins \(gone.signIns), grants \(gone.grants)
                Nothing that was handed out for this subject works any more; the next sign-in gets a new one.

                """
        }
    }

    /// The person as the store finds them.
    private struct Wanted: Sendable {
        private let named: Subject?
        private let digest: Digest?
        /// The line that says that there is nobody.
        let isUnknown: String

        init(_ person: Person, in configuration: Configuration) throws(Assembly.StartFailure) {
            switch person {
            case .subject(let text):
                guard let subject = Subject(text) else {
                    throw Assembly.StartFailure(
                        reason: "that is no subject: printable ASCII, 255 bytes at most")
                }
                (named, digest) = (subject, nil)
                isUnknown = "nobody here has the subject \(text)"
            case .account(let id, let subject):
                guard let provider = configuration.providers.first(where: { $0.id.text == id }) else {
                    throw Assembly.StartFailure(reason: "no provider \"\(id)\" is configured")
                }
                let identity = Identity(
                    provider: provider.id, issuer: provider.issuer.text, subject: subject)
                (named, digest) = (nil, identity.digest)
                isUnknown = "nobody whom \(id) calls that has signed in here"
            }
        }

        func subject(in ledger: any Ledger) async throws(LedgerFailure) -> Subject? {
            guard let digest else { return named }
            return try await ledger.subject(of: digest)
        }
    }
}
