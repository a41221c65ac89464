import Broker
import Crypto
import HTTPServer
import OAuth
import Upstream

/// A whole configuration, read and checked: what `serve` runs on.
package struct Configuration: Sendable {
    package let server: ServerSettings
    package let admin: [ListenAddress]
    package let store: StoreSettings
    /// The first seals, all open.
    package let masterKeys: MasterKeys
    package let broker: BrokerConfiguration
    package let providers: [ProviderConfiguration]
}

/// `server`, apart from the addresses that the broker itself goes by.
package struct ServerSettings: Sendable {
    package let listen: [Listener]
    package let trustedProxies: [AddressBlock]
    /// Event loops; 0 is one for each core.
    package let workers: Int
    package let limits: ServerLimits
}

/// `store`.
package enum StoreSettings: Sendable, Equatable {
    case sqlite(path: String)
    /// A connection URI of libpq's. It may hold a password: never show it.
    case postgresql(url: String)
}
