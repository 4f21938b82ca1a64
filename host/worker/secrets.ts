import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { Database } from "../database/types.ts";

type Meta = Database["meta"];

/** The deployment's own secrets; made at first start and kept in the database. */
export type Secrets = {
  /** PKCS8 PEM, RS256. */
  jwtPrivateKey: string;
  /** The public half as JWKS text. */
  jwks: string;
  demoClientSecret: string;
};

/** Reads the secrets, making those that do not exist yet. */
export function readSecrets(meta: Meta): Secrets {
  const jwtPrivateKey = meta.get("JWT_PRIVATE_KEY");
  const jwks = meta.get("JWKS");
  const keys = jwtPrivateKey === null || jwks === null ? makeKeys(meta) : { jwtPrivateKey, jwks };
  const makeSecret = () => randomBytes(32).toString("base64url");
  return { ...keys, demoClientSecret: meta.getOrMake("DEMO_CLIENT_SECRET", makeSecret) };
}

function makeKeys(meta: Meta): Pick<Secrets, "jwtPrivateKey" | "jwks"> {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwtPrivateKey = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const jwks = JSON.stringify({
    keys: [{ use: "sig", ...pair.publicKey.export({ format: "jwk" }) }],
  });
  meta.set("JWT_PRIVATE_KEY", jwtPrivateKey);
  meta.set("JWKS", jwks);
  return { jwtPrivateKey, jwks };
}
