import { createPublicKey, type KeyObject, randomBytes } from "node:crypto";

/** The keys of a host. All but the key that signs tokens are in memory alone. */
export type Secrets = {
  /** The key that signs tokens: Ed25519 as PKCS8 PEM. */
  jwtPrivateKey: string;
  /** The public half as JWKS text. */
  jwks: string;
  /** The key that signs upload tokens. */
  uploadKey: string;
};

/**
 * Makes the secrets of a host that starts, with this key for its tokens. Upload tokens of earlier starts are refused.
 */
export function makeSecrets(tokenKey: KeyObject): Secrets {
  const jwk = { use: "sig", ...createPublicKey(tokenKey).export({ format: "jwk" }) };
  return {
    jwtPrivateKey: tokenKey.export({ type: "pkcs8", format: "pem" }).toString(),
    jwks: JSON.stringify({ keys: [jwk] }),
    uploadKey: randomBytes(32).toString("base64url"),
  };
}
