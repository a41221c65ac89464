import Crypto
import Settings
import Testing

struct MasterKeyReadingTests {
    static let other = "b3RoZXItbWFya2VyLW90aGVyLW1hcmtlci1vdGhlci1tYXJrZXItbw"

    private func read(_ value: String, _ desk: Desk = Desk()) -> ConfigurationReading {
        var desk = desk
        desk.files["c"] = Desk.text(["secrets": "{ master_key: \(value) }"])
        return desk.read("c")
    }

    @Test func `of a list the first key seals and all open`() throws {
        let desk = Desk(files: ["/old": Desk.masterKey + "\n"], environment: ["NEW": Self.other])
        let keys = try #require(
            read("[{ env: \"NEW\" }, { file: \"/old\" }]", desk).configuration?.masterKeys)
        let (new, old) = (try MasterKey(base64URL: Self.other), try MasterKey(base64URL: Desk.masterKey))
        #expect(keys.macKey("code").authenticate([1]).matches(new.macKey("code").authenticate([1])))
        let sealed = old.sealingKey("pending").seal([1], context: [], random: SystemRandom())
        #expect(keys.sealingKey("pending").open(sealed, context: []) == [1])
    }

    @Test func `a list of one is that one`() {
        #expect(read("[\"\(Desk.masterKey)\"]").isSound)
    }

    @Test func `every fault is named at once, by its place and never by its value`() {
        let desk = Desk(environment: ["SAME": Desk.masterKey])
        let reading = read(
            "[\"\(Desk.masterKey)\", \"c2hvcnQtbWFya2Vy\", { env: \"SAME\" }, { file: \"/gone\" }, 7]", desk)
        #expect(
            Set(reading.hard.keys) == [
                "secrets.master_key[1]", "secrets.master_key[2]", "secrets.master_key[3]",
                "secrets.master_key[4]",
            ])
        #expect(reading.hard["secrets.master_key[1]"]?.mend.contains("openssl rand") == true)
        #expect(reading.hard["secrets.master_key[2]"]?.mend.contains("remove it") == true)
        #expect(!reading.shown.contains(Desk.masterKey))
        #expect(!reading.shown.contains("c2hvcnQ"))
    }

    @Test(arguments: ["[]", "null", "{}", "7", "[[]]"])
    func `none at all is a fault`(value: String) {
        #expect(!read(value).isSound)
    }
}
