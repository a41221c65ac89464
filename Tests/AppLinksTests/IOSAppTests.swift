import AppLinks
import Testing

@Suite struct IOSAppTests {
    @Test func `team and bundle identifier make an app id`() throws {
        #expect(
            try IOSApp(appID: "ABCDE12345.com.example.mobile-app").appID
                == "ABCDE12345.com.example.mobile-app")
    }

    @Test(arguments: [
        ("com", IOSAppFault.noTeam), ("ABCDE12345.", .noTeam), ("com.example.mobile", .team),
        ("TEAMID.com.example.mobile", .team), ("abcde12345.com.example", .team),
        ("ABCDE12345.com..a", .bundle),
        ("ABCDE12345.com.a_b", .bundle), ("ABCDE12345.*", .bundle),
    ]) func `a wrong app id is named for what it lacks`(written: String, fault: IOSAppFault) {
        #expect(throws: fault) { try IOSApp(appID: written) }
    }
}
