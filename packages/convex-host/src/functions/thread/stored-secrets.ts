import type { MetaDoor } from "../../database/tables/meta-texts.ts";

/** Removes the secrets that the first versions kept in the database. */
export function forgetStoredSecrets(meta: MetaDoor): void {
  for (const name of ["JWT_PRIVATE_KEY", "JWKS", "DEMO_CLIENT_SECRET"])
    if (meta.get(name) !== null) meta.remove(name);
}
