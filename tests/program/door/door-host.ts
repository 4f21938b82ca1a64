import { inject } from "vitest";
import { sessionHashesOf } from "../../../convex/lib/signIn/sessionSecrets.ts";
import schema from "../../../convex/schema.ts";
import { type Limits, makeAdminKey } from "convex-host";
import { startSharedWorkspaceHost } from "../../support/live-workspace.ts";

const day = 86_400_000;
const companyDomain = "homes.test";
/**
 * The list omits tables that a cron changes by the clock, possibly in the middle of a test, and the audit log, which
 * grows with each refusal.
 */
const tables = Object.keys(schema.tables).filter(
  (name) => !["dayMarkers", "hourMarkers", "auditEntries"].includes(name),
);

type AuditEntry = { kind: string; userId?: string; details: Record<string, unknown> };
export type Person = { userId: string; sessionId: string; headers: Record<string, string> };
export type DoorHost = Awaited<ReturnType<typeof startDoorHost>>;

/**
 * Starts the whole product on its own port, with functions that bypass its rules to insert people and read stored data.
 */
export async function startDoorHost(
  env: Record<string, string> = {},
  limits: Partial<Limits> = {},
) {
  // The schemas of the routes in this process must follow the rules of the same company.
  process.env.COMPANY_DOMAIN = companyDomain;
  const { app: appBundle } = inject("workspaceWithTestModules");
  const { host, stop } = await startSharedWorkspaceHost({
    env: { COMPANY_DOMAIN: companyDomain, SEED: "none", SIGN_IN_LIMIT: "0", ...env },
    host: { appBundle },
    limits,
  });
  const key = await makeAdminKey(host.dataDir);

  const call = async (path: string, args: Record<string, unknown>): Promise<unknown> => {
    const response = await fetch(`${host.url}/api/function`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Convex ${key}` },
      body: JSON.stringify({ path, args }),
    });
    const answer = (await response.json()) as { value?: unknown };
    if (!("value" in answer)) throw new Error(JSON.stringify(answer));
    return answer.value;
  };
  const insert = async (table: string, row: Record<string, unknown>) =>
    (await call("testStore:insert", { table, row })) as string;

  let people = 0;
  /** Inserts a person with this stored role, and returns the headers of their browser. */
  const newPerson = async (
    role: string,
    { expire = Date.now() + day, ...fields }: { expire?: number; removedAt?: number } = {},
  ): Promise<Person> => {
    people += 1;
    const secret = `secret of person ${people}`;
    const at = Date.now();
    const userId = await insert("users", {
      ...{ email: `person${people}@homes.test`, firstName: "Person", lastName: String(people) },
      ...{ role, createdAt: at, updatedAt: at, ...fields },
    });
    const hashes = await sessionHashesOf(secret);
    const session = { ...hashes, sess: {}, expire, userId, generation: 0 };
    const sessionId = await insert("sessions", session);
    await insert("sessionUses", { sessionId, userId, generation: 0, lastSeenAt: at });
    return { userId, sessionId, headers: { Cookie: `turnboard_session=${secret}` } };
  };

  return {
    url: host.url,
    key,
    dataDir: host.dataDir,
    port: host.port,
    logged: host.logged,
    insert,
    newPerson,
    runJob: async (path: string) => await call(path, {}),
    /**
     * Returns everything that is stored as text; equal texts mean that only the time has changed. Waiting rows are
     * added to the counts first, which otherwise a job does by the clock.
     */
    everything: async () => {
      await call("testStore:settle", {});
      return JSON.stringify(await call("testStore:dump", { tables }));
    },
    auditLog: async () =>
      (await call("testStore:dump", { tables: ["auditEntries"] })) as {
        auditEntries: AuditEntry[];
      },
    stop,
  };
}
