import JOSE

/// The keys whose owners signed the tokens of the corpus and nothing else; the private ones were thrown away.
enum TokenKeys {
    static let set: JWKSet? = try? JWKSet(reading: Array(json.utf8))

    /// What they signed, in base64url.
    static let payload = """
        eyJpc3MiOiJodHRwczovL2lkcC5leGFtcGxlLmNvbSIsInN1YiI6IjI0ODI4OTc2MTAwMSIsImF1ZCI6ImhvbWlu\
        ZyIsImV4cCI6MTg5MzQ1NjAwMCwiaWF0IjoxNzM1Njg5NjAwLCJub25jZSI6Im4tMFM2X1d6QTJNaiJ9
        """

    private static let json = """
        {"keys":[
        {"kty":"EC","crv":"P-256","kid":"e","x":"m7yOu6f8y4p-qU64X_jwMuLdXI9RHaT11ju2dR3uhi4","y\
        ":"k5L8_Mq08OjuqnJGUasc14Q8xI4yW_Ec7wfgOU_oA8s"},
        {"kty":"RSA","kid":"r","n":"r1AOkK7U7N0NroYT76V6g_5NFTrOu7iclOD7W-vSs9l2G0CCqAeF4hkfl4aj\
        ZFP04LRm-gcba716n4pxcg2VP2NgQE9V47Ycfl_z5R8gMXjmrkN_dp12EbXQyr7xmHIQHuWUBzKnAD8p8OAyYb2y\
        OMcTxFGF73-K4XlyQLYuLYgHarn1e6zhqyuMLY8apx9INUFbx3pRDRu2KAf66j_ACvfIVD3KrTjIbnWEfpxm9G0n\
        9TYPz2i40QtKBRCLJTn3gXF7yVs0ziWOyQBmSadr8cphpje_rTM3z0o84e-_APw88BUZIuHgENkia8e5SZfkpmNI\
        2ZENqgduzifStnwokw","e":"AQAB"},
        {"kty":"OKP","crv":"Ed25519","kid":"o","x":"yXXCRAhdd4H_oiXqYSqjdG3iaCPuuyAj2-J17pk3KPM"\
        }
        ]}
        """
}
