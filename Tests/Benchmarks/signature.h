// ES256 as JOSE wants it: r and s, 32 bytes each.
#pragma once
#include "http1.h"
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>

/// Writes header.claims.signature and returns its length. `header` is JSON text.
static inline int signed_token(char *out, EVP_PKEY *key, const char *header, const char *claims) {
    int count = base64url(out, (const unsigned char *)header, (int)strlen(header));
    out[count++] = '.';
    count += base64url(out + count, (const unsigned char *)claims, (int)strlen(claims));
    unsigned char der[80], raw[64];
    size_t length = sizeof der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key);
    EVP_DigestSign(context, der, &length, (unsigned char *)out, (size_t)count);
    EVP_MD_CTX_free(context);
    const unsigned char *at = der;
    ECDSA_SIG *signature = d2i_ECDSA_SIG(NULL, &at, (long)length);
    BN_bn2binpad(ECDSA_SIG_get0_r(signature), raw, 32);
    BN_bn2binpad(ECDSA_SIG_get0_s(signature), raw + 32, 32);
    ECDSA_SIG_free(signature);
    out[count++] = '.';
    return count + base64url(out + count, raw, 64);
}
