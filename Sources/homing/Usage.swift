/// What `homing help` says.
enum Usage {
    static let overview = """
        Homing brings people who sign in with a browser back into the app that asked.

        usage: homing COMMAND [OPTION ...]

          serve --config FILE    run the broker
          demo [--port 8080]     try everything on this machine, with nothing to configure
          try --issuer URL       play the app and the browser against a running broker
          check --config FILE    list every fault of a configuration
          health --config FILE   ask a running broker whether it is ready
          backup --config FILE COPY    copy the store while it is in use
          restore --config FILE [COPY] put a copy in its place; nothing handed out before works then
          subject show|delete    what is held of a person, and its end
          keys list|rotate       the keys that sign tokens
          migrate --config FILE  bring the tables of the store up to date
          version                print the version
          help [COMMAND]         print more about a command

        """

    static func of(_ topic: Command?) -> String {
        switch topic {
        case nil, .help: overview
        case .serve:
            """
            usage: homing serve --config FILE [--config FILE ...] [--log-format json|text] [--log-level LEVEL]

            Runs the broker until SIGTERM or SIGINT, then drains: stops accepting, finishes what is in flight
            (10 s at most) and exits with 0. A faulty configuration exits with 78, after the text of `homing check`.
            Later files lie over earlier ones.

              --log-format   json (one object a line, the default) or text
              --log-level    debug, info (the default), warning or error

            """
        case .demo:
            """
            usage: homing demo [--port 8080]

            Runs everything on loopback with nothing to configure: the broker on PORT, a small identity provider on
            the next port, one registered app, and a store in a temporary folder that goes when the demo ends.
            Prints where to click and what to try next.

            """
        case .try:
            """
            usage: homing try --issuer URL [--path PATH] [--client ID] [--redirect-uri URI] [--json]

            Plays the app and the browser against a running broker, a step a line with its outcome. Exits with 0 when
            every step held, else with 1.

              --path           session, recovery, double-tap, expired, or all (the default)
              --client         the client to play; com.example.demo if not given
              --redirect-uri   one of its redirect URIs; the demo app's if not given
              --json           one JSON object a line

            """
        case .check:
            """
            usage: homing check --config FILE [--config FILE ...]

            Reads the whole configuration and lists every fault, each with file, key path, what is wrong and the mend.
            Exits with 0, or with 1 when there are faults. Warnings alone are no faults.

            """
        case .health:
            """
            usage: homing health --config FILE [--config FILE ...]

            Asks the admin listener of a running broker whether it is ready. Exits with 0 when it is, else with 1.
            Made for a container's health check.

            """
        case .backup:
            """
            usage: homing backup --config FILE [--config FILE ...] [--force] COPY

            Copies the SQLite store to the file COPY while brokers go on using it: who is who, and the signing keys, sealed
            as they are in the store. The copy is whole, checked and on the disk before the command ends, or there is
            none. It holds no code, handle or refresh token: those may be spent by the time that it is put back. It opens
            only with the master key, which is not in it. For PostgreSQL use pg_dump.

              --force   replace COPY where it exists

            """
        case .restore:
            """
            usage: homing restore --config FILE [--config FILE ...] [COPY]

            Puts COPY in the place of the SQLite store, which no broker may have open, and keeps what was there beside it.
            A new epoch begins: codes, handles, refresh tokens and open sign-ins from before are void, so everybody signs in
            once more, with the same subject. Without COPY the epoch begins in the store as it is: after pg_restore, after
            moving from SQLite to PostgreSQL, or where the clock ran ahead. Who was deleted after the copy was made is in it again: delete them once more, and
            revoke once more the signing keys that were revoked.

            """
        case .subject:
            """
            usage: homing subject show|delete --config FILE [--config FILE ...] SUBJECT
                   homing subject show|delete --config FILE [--config FILE ...] --provider ID --upstream-subject NAME

            Shows everything that is held of a person as JSON, or deletes it, while brokers run on the store. SUBJECT is
            the person's sub as apps know it; --provider and --upstream-subject name them as a provider of the configuration
            does. After a deletion nothing works that was handed out for the subject, and the next sign-in gets a new one.
            Access tokens that an API checks by their signature alone live on until they expire. Copies of the store keep
            who the person is: delete them there too, by making new ones. Exits with 1 when there is nobody.

            """
        case .migrate:
            """
            usage: homing migrate --config FILE [--config FILE ...]

            Makes the tables of the store or brings them up to date, and prints each step and the version that stands.
            Brokers of the release before keep working beside it, so it runs before the first of them is replaced.
            With SQLite, `serve` does the same when it starts; with PostgreSQL it does not, and refuses old tables: there the
            URL must name the owner of the tables, or who may make them. People and signing keys of a SQLite store do not
            come along by themselves: the README tells how to bring them.

            """
        case .keys:
            """
            usage: homing keys list --config FILE [--config FILE ...] [--json]
                   homing keys rotate --config FILE [--config FILE ...] [--revoke]

            list shows the signing keys: which one signs, which is to, which has and is still published. rotate makes a
            successor for each algorithm, as brokers do by themselves before lifetimes.signing_key_s is over: published
            at once, it signs when nobody can hold an older key set, in 65 minutes. Both work while brokers run on the
            store. Exits with 0, or with 1 when the store cannot be used.

              --json         for machines
              --revoke       for when a key may be in other hands: new keys sign at once and all others are dropped,
                             with all that they have signed

            """
        case .version: "usage: homing version\n"
        }
    }
}
