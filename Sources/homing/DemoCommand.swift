enum DemoCommand { static func run(_ port: UInt16) async -> ExitStatus { .failed } }
enum TryCommand { static func run(_ r: Invocation.Rehearsal) async -> ExitStatus { .failed } }
