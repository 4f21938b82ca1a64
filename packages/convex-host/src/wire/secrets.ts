import { createPublicKey, type KeyObject, randomBytes } from "node:crypto";

/** The keys of a host, for its memory alone but for the one that signs tokens. */
export type Secrets = {
  /** PKCS8 PEM, Ed25519. */
  jwtPrivateKey: string;
  /** The public half as JWKS text. */
  jwks: string;
  /** The key of upload tokens. */
  uploadKey: string;
};

/** The secrets of a host that starts, with this key for its tokens. An upload token of before is refused. */
export function makeSecrets(tokenKey: KeyObject): Secrets {
  const jwk = { use: "sig", ...createPublicKey(tokenKey).export({ format: "jwk" }) };
  return {
    jwtPrivateKey: tokenKey.export({ type: "pkcs8", format: "pem" }).toString(),
    jwks: JSON.stringify({ keys: [jwk] }),
    uploadKey: randomBytes(32).toString("base64url"),
  };
}
