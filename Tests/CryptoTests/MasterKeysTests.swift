import Crypto
import Testing

@Suite struct MasterKeysTests {
    let old = MasterKey.random()
    let new = MasterKey.random()
    private var both: MasterKeys { MasterKeys(new, others: [old]) }

    @Test func `one alone is what its master key is`() {
        let mac = old.macKey("code").authenticate([1])
        #expect(MasterKeys(old).macKey("code").authenticate([1]).matches(mac))
        let sealed = MasterKeys(old).sealingKey("pending").seal([2], context: [], random: SystemRandom())
        #expect(old.sealingKey("pending").open(sealed, context: []) == [2])
    }

    @Test func `the first authenticates and all verify, each for its purpose alone`() {
        let key = both.macKey("code")
        #expect(key.authenticate([1]).matches(new.macKey("code").authenticate([1])))
        for made in [old, new] {
            #expect(key.authenticates(made.macKey("code").authenticate([1]).bytes, [1]))
            #expect(!key.authenticates(made.macKey("code").authenticate([1]).bytes, [2]))
            #expect(!key.authenticates(made.macKey("handle").authenticate([1]).bytes, [1]))
        }
        let oldest = MasterKey.random().macKey("code").authenticate([1])
        #expect(!key.authenticates(oldest.bytes, [1]))
        #expect(
            !MasterKeys(new).macKey("code").authenticates(old.macKey("code").authenticate([1]).bytes, [1]))
    }

    @Test func `the first seals and all open, each for its purpose and context alone`() {
        let key = both.sealingKey("pending")
        let mine = key.seal([7], context: [1], random: SystemRandom())
        #expect(new.sealingKey("pending").open(mine, context: [1]) == [7])
        let theirs = old.sealingKey("pending").seal([8], context: [1], random: SystemRandom())
        #expect(key.open(mine, context: [1]) == [7])
        #expect(key.open(theirs, context: [1]) == [8])
        #expect(key.open(theirs, context: [2]) == nil)
        #expect(both.sealingKey("ledger").open(theirs, context: [1]) == nil)
        #expect(MasterKeys(new).sealingKey("pending").open(theirs, context: [1]) == nil)
    }

    @Test func `what an older one sealed is sealed anew, and nothing else`() throws {
        let key = both.sealingKey("ledger")
        let theirs = old.sealingKey("ledger").seal([8], context: [1], random: SystemRandom())
        let anew = try #require(key.resealed(theirs, context: [1], random: SystemRandom()))
        #expect(new.sealingKey("ledger").open(anew, context: [1]) == [8])
        #expect(key.resealed(anew, context: [1], random: SystemRandom()) == nil)
        #expect(key.resealed(theirs, context: [2], random: SystemRandom()) == nil)
        let alone = MasterKeys(old).sealingKey("ledger")
        #expect(alone.resealed(theirs, context: [1], random: SystemRandom()) == nil)
    }

    @Test func `the same key is told from another`() throws {
        let one = try MasterKey(bytes: [UInt8](0..<40))
        #expect(one.isSame(as: try MasterKey(bytes: [UInt8](0..<40))))
        #expect(!one.isSame(as: try MasterKey(bytes: [UInt8](0..<39))))
        #expect(!one.isSame(as: try MasterKey(bytes: [UInt8](1..<41))))
    }
}
