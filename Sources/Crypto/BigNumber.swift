import COpenSSL

/// A number of a key that OpenSSL hands out or takes.
struct BigNumber: ~Copyable {
    let pointer: OpaquePointer

    init?(_ bytes: [UInt8]) {
        guard let pointer = BN_bin2bn(bytes, CInt(bytes.count), nil) else { return nil }
        self.pointer = pointer
    }

    /// A public parameter of a key, by its OpenSSL name.
    init?(_ name: String, of key: OpaquePointer) {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(key, name, &number) == 1, let number else { return nil }
        pointer = number
    }

    deinit {
        BN_free(pointer)
    }

    /// Big-endian, without leading zeros, or padded with them to `length` bytes.
    func bytes(length: Int? = nil) -> [UInt8]? {
        let size = length ?? (Int(BN_num_bits(pointer)) + 7) / 8
        var bytes = [UInt8](repeating: 0, count: size)
        return BN_bn2binpad(pointer, &bytes, CInt(size)) == CInt(size) ? bytes : nil
    }
}
