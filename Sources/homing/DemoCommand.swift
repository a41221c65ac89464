enum DemoCommand { static func run(_ port: UInt16) -> ExitStatus { .failed } }
enum TryCommand { static func run(_ r: Invocation.Rehearsal) -> ExitStatus { .failed } }
