import { generateKeyPairSync, randomBytes } from "node:crypto";

/** What tokens are signed with. */
export type Secrets = {
  /** PKCS8 PEM, Ed25519. */
  jwtPrivateKey: string;
  /** The public half as JWKS text. */
  jwks: string;
  /** What upload tokens are made with. */
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
