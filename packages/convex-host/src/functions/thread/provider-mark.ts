import { messageOf, type Logger } from "../../log.ts";
import type { ThreadStart } from "../../wire/thread-start.ts";
import type { Database } from "../../database/database.ts";

const markName = "OWN_PROVIDER";

/**
 * Marks data that people of an identity provider of its own sign in to, and refuses the demo provider on data so marked:
 * it would let anyone in as any of them.
 */
export function markProvider(
  meta: Database["meta"],
  { usesDemoProvider, environment, dataDir }: ThreadStart,
  log: Logger,
): void {
  const issuer = usesDemoProvider ? null : (environment["OIDC_ISSUER"] ?? null);
  const marked = meta.get(markName);
  if (issuer === null && marked !== null)
    throw new Error(
      `${dataDir} was used with the identity provider ${marked}, but no provider is configured now, and the demo ` +
        "provider would let anyone in as any of its people. Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET " +
        "again, or set DATA_DIR to another folder.",
    );
  if (issuer === null || issuer === marked) return;
  try {
    meta.set(markName, issuer);
  } catch (error) {
    // A full disk keeps nobody out: the next start marks it.
    log.warn("provider.unmarked", { error: messageOf(error) });
  }
}
