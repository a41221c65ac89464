/// One client's apps, and the paths of ours that they open.
package struct AssociatedApp: Sendable {
    package let android: [AndroidApp]
    package let ios: [IOSApp]
    /// Callback paths and the open-app path; nothing wider.
    package let paths: [LinkPath]

    package init(android: [AndroidApp], ios: [IOSApp], paths: [LinkPath]) {
        self.android = android
        self.ios = ios
        self.paths = paths
    }
}
