import Glibc

/// What the system writes of a process that crashes would hold keys and tokens.
enum CoreDump {
    /// Has the system write none of this process.
    static func forbid() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}
