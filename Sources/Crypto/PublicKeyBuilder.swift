import COpenSSL

/// Makes OpenSSL's public keys from their numbers; nothing when the numbers make none.
enum PublicKeyBuilder {
    /// From an uncompressed point; OpenSSL checks that it lies on the curve.
    static func p256(point: [UInt8]) -> CHandle? {
        point.withUnsafeBufferPointer { point in
            build("EC") { parameters in
                OSSL_PARAM_BLD_push_utf8_string(parameters, CText.group.pointer, CText.p256.pointer, 0) == 1
                    && OSSL_PARAM_BLD_push_octet_string(
                        parameters, CText.publicKey.pointer, point.baseAddress, point.count) == 1
            }
        }
    }

    static func rsa(modulus: [UInt8], exponent: [UInt8]) -> CHandle? {
        guard let modulus = BigNumber(modulus), let exponent = BigNumber(exponent) else { return nil }
        return build("RSA") { parameters in
            OSSL_PARAM_BLD_push_BN(parameters, CText.modulus.pointer, modulus.pointer) == 1
                && OSSL_PARAM_BLD_push_BN(parameters, CText.exponent.pointer, exponent.pointer) == 1
        }
    }

    /// What `fill` pushes must live until this returns: the builder keeps pointers to it.
    private static func build(_ kind: String, _ fill: (OpaquePointer) -> Bool) -> CHandle? {
        let builder = must(CHandle(OSSL_PARAM_BLD_new()))
        defer { OSSL_PARAM_BLD_free(builder.pointer) }
        guard fill(builder.pointer), let parameters = OSSL_PARAM_BLD_to_param(builder.pointer) else {
            return nil
        }
        defer { OSSL_PARAM_free(parameters) }
        let context = must(CHandle(EVP_PKEY_CTX_new_from_name(nil, kind, nil)))
        defer { EVP_PKEY_CTX_free(context.pointer) }
        var key: OpaquePointer?
        guard EVP_PKEY_fromdata_init(context.pointer) == 1,
            EVP_PKEY_fromdata(context.pointer, &key, homing_public_key_selection, parameters) == 1
        else {
            ERR_clear_error()
            return nil
        }
        return CHandle(key)
    }
}
