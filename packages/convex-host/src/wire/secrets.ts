import { generateKeyPairSync, randomBytes } from "node:crypto";

/** The keys of this start. */
export type Secrets = {
  /** PKCS8 PEM, Ed25519. */
  jwtPrivateKey: string;
  /** The public half as JWKS text. */
  jwks: string;
  /** The key of upload tokens. */
  uploadKey: string;
};

/**
 * New secrets for a host that starts, for its memory alone: whoever reads the database or a backup finds nothing to sign
 * with. Tokens of before are refused, and clients fetch new ones.
 */
export function makeSecrets(): Secrets {
  const pair = generateKeyPairSync("ed25519");
  const jwk = { use: "sig", ...pair.publicKey.export({ format: "jwk" }) };
  return {
    jwtPrivateKey: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    jwks: JSON.stringify({ keys: [jwk] }),
    uploadKey: randomBytes(32).toString("base64url"),
  };
}
