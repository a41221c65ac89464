import Crypto

/// Random bytes that a test chose: the same ones at every call, repeated when more are asked for.
struct FixedRandom: RandomSource {
    let given: [UInt8]

    func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { given[$0 % given.count] }
    }
}
