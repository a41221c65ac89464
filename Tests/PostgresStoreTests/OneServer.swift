import Testing

/// All tests that share the server, one after the other: some of them stop time, and none may run it out of sessions.
@Suite(.serialized) struct OneServer {}
