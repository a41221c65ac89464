import Codec
import Crypto
import JOSE
import Testing

/// Tokens and keys from the RFCs, and tokens made to order.
enum Sample {
    /// RFC 7515 A.3.
    static let es256Token =
        "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb"
        + "290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
    static let es256Key =
        #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","#
        + #""y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#
    /// RFC 8037 A.4.
    static let edDSAToken =
        "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6d"
        + "WbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
    static let edDSAKey =
        #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#
    /// Modulus of the key that made the next two tokens by another implementation.
    static let modulus =
        "pf1jmsqkG2HgeyEEyPjoC2n7URmZC38GpjXf_lu7KUdNGT9Pw-NsZe6H3sT4XrG2jnbhJo7TOAksRjoL7hSw5Lxmv23qDe-t6H1hZeI"
        + "-khMKaHm0t84I9U_0lR5QOshOlI2CV6XpWqP4mEPiMS1q3o-gOr-zMV2ZMSkp9kiJ1tyVXN41vsQ_A5gv4RKEbbLmo-E8nW0rJxEJU"
        + "H-COU9gNaD7r81elkvFw2jcwN73mn2v3LI64RsKh_Jku5FuX08eOA2iaGwcjBNIFsrMfbgf2s6xxE_Av_kbkLJV-LiN4JTIW6WZhgp"
        + "ALt0zxnezuqqELQ0gVxrIDU0nLx1uOBSV8w"
    static let rsaKey = #"{"kty":"RSA","n":"\#(modulus)","e":"AQAB"}"#
    static let ps256Token =
        "eyJhbGciOiJQUzI1NiIsImtpZCI6InBzIn0.eyJpc3MiOiJqb2UifQ.UfkoAhDX2vH45MP4WQmKcn17zHOA65N5edrdSGL5J26lCXN"
        + "-OYmJ2LCP-zL3BgYW9TT3mzMUPfHHplDo4YcIVAis30QYjWo-m0pfL-FSe0hMCOv25cmgPkHmgyClOVKP6QKo5qxrQxSIpIabNejDF"
        + "kfV_2fTYhyMXzYuQd_HWu7XMS74ody6MC7y9qwNXnuT5SjmLkPthHa4Af5ydJeZkrRCIVjLtYw6X_0Z2lKwlZqXuxkg9Li6482ZRxe"
        + "LgO_yYkrvZg_KEmJHJ2Q41LV2IMqk8j-pjj2pmXN1MBbaTgV5Ryptj_P7pGMR4dSkeXl6lopDX4us9fNqw4pgWLNRxw"
    static let rs256Token =
        "eyJhbGciOiJSUzI1NiIsImtpZCI6InJzIn0.eyJpc3MiOiJqb2UifQ.eO9lgjrs8lTl3S5ekIzRpQkrlM8o0qSG41aCaCiXE6EwIfF"
        + "60nPTwDs9kUbQJiT2lCQcFVFfuak4w844Lxsqd9ojqQRc7qcVTzf206xamEypbPs1WQI15mYkRg07YDKXfx67nL_RaX0Tstc9erAxq"
        + "6MFGzUeSYS8imDu4JrKNMT4qSaY38NymxGigyVgNnu4yRlF91z7xJub7EytXeJKWaMQB94RgHIOIgigidN6P-iviqxZF5CBeOA_EPx"
        + "AxJpLBuZEcQo0zx0QGLbNZyYkgC9esjzf-yovNlAJ-Z5JsIBaDH6TdFCTytVgov8K2JHrcDuj5XhlLkofmsAL6f9TGw"

    static func keys(_ entries: String...) throws -> JWKSet {
        try JWKSet(reading: Array("{\"keys\":[\(entries.joined(separator: ","))]}".utf8))
    }

    /// A token with this header, signed by the key whatever the header says.
    static func token(header: String, payload: String = "{}", by key: PrivateKey) throws -> String {
        let signed =
            Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(payload.utf8))
        return signed + "." + Base64URL.encode(try key.sign(Array(signed.utf8)))
    }

    /// The JWK of a key with other members added, each as `"name":value`.
    static func entry(_ key: PublicKey, _ members: String...) -> String {
        let own =
            switch key.material {
            case .p256(let x, let y):
                #""kty":"EC","crv":"P-256","x":"\#(Base64URL.encode(x))","y":"\#(Base64URL.encode(y))""#
            case .rsa(let n, let e):
                #""kty":"RSA","n":"\#(Base64URL.encode(n))","e":"\#(Base64URL.encode(e))""#
            case .ed25519(let x): #""kty":"OKP","crv":"Ed25519","x":"\#(Base64URL.encode(x))""#
            }
        return "{\(([own] + members).joined(separator: ","))}"
    }
}
