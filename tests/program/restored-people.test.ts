import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import schema from "../../convex/schema.ts";
import { backUp, restore } from "convex-host";
import { type JsonObject, openDatabase, walkTable } from "convex-host/inside";
import { temporaryFolder } from "convex-host/test-support";
import { restoredTables as tables } from "../../server/commands.ts";
import { describeReturn } from "../../server/returning-people.ts";
import { workspaceNames } from "../../server/workspace-options.ts";

const { databaseFile } = workspaceNames;
const now = new Date("2026-03-04T05:06:07.008Z");
/** All that lets somebody in, or would at the end of a sign-in. */
const signInTables = [
  ...["sessions", "sessionUses", "authSessions", "authRefreshTokens"],
  ...["authVerifiers", "authVerificationCodes"],
];
const schemaText = (schema as unknown as { export(): string }).export();

type Row = { email: string; role?: string; removedAt?: number; identities?: string[] };

/** Makes a data folder with these people, each with a session, and with a sign-in in progress. */
async function workspaceOf(people: readonly Row[]): Promise<string> {
  const folder = join(await temporaryFolder(), "data");
  await mkdir(join(folder, "files"), { recursive: true });
  const database = openDatabase({ path: join(folder, databaseFile) });
  database.applySchema(schemaText);
  const tx = database.begin({ nowMs: 1 });
  for (const { role = "project_manager", identities = [], ...person } of people) {
    const userId = tx.insert("users", { ...person, role, createdAt: 1, updatedAt: 1 });
    for (const providerAccountId of identities)
      tx.insert("authAccounts", { userId, provider: "oidc", providerAccountId });
    const accountId = tx.insert("authAccounts", {
      userId,
      provider: "none",
      providerAccountId: "",
    });
    const code = { accountId, provider: "oidc", code: "code", expirationTime: 9e15 };
    tx.insert("authVerificationCodes", code);
    const authSessionId = tx.insert("authSessions", { userId, expirationTime: 9e15 });
    tx.insert("authRefreshTokens", { sessionId: authSessionId, expirationTime: 9e15 });
    const sessionId = tx.insert("sessions", { sid: person.email, sess: {}, expire: 9e15, userId });
    tx.insert("sessionUses", { sessionId, userId, generation: 0, lastSeenAt: 1 });
  }
  tx.insert("authVerifiers", {});
  await database.commit(tx);
  database.close();
  return folder;
}

async function backupOf(people: readonly Row[]): Promise<string> {
  const folder = join(await temporaryFolder(), "backup");
  return (await backUp({ dataDir: await workspaceOf(people), databaseFile }, folder)).folder;
}

function rowsIn(folder: string, table: string): JsonObject[] {
  const database = openDatabase({ path: join(folder, databaseFile) });
  const snapshot = database.snapshot();
  const rows = [...walkTable(snapshot, table)];
  snapshot.close();
  database.close();
  return rows;
}

test("a restore ends all sessions and sign-ins under way, and says which people are not as they were [O13] [AUDIT-01]", async () => {
  const backup = await backupOf([
    { email: "same@homes.test" },
    { email: "fired@homes.test", role: "account_administrator" },
    { email: "demoted@homes.test", role: "account_administrator" },
    { email: "long-gone@homes.test", removedAt: 1 },
  ]);
  const dataDir = await workspaceOf([
    { email: "same@homes.test" },
    { email: "fired@homes.test", role: "account_administrator", removedAt: 2 },
    { email: "demoted@homes.test", role: "project_supervisor" },
    { email: "long-gone@homes.test", removedAt: 1 },
    { email: "new@homes.test" },
  ]);

  const { difference, movedAside } = await restore(backup, { dataDir, databaseFile, now, tables });

  expect(difference?.map(describeReturn)).toEqual([
    "fired@homes.test was removed since the backup and can sign in again (account_administrator)",
    "demoted@homes.test has the role of the backup again (account_administrator)",
    "new@homes.test came after the backup and has to be added again (project_manager)",
  ]);
  expect(rowsIn(dataDir, "users")).toHaveLength(4);
  for (const table of signInTables) expect([table, rowsIn(dataDir, table)]).toEqual([table, []]);
  expect(rowsIn(dataDir, "auditEntries")).toMatchObject([{ kind: "data.restored", details: {} }]);
  // The backup and the data that was moved aside stay unchanged.
  expect(rowsIn(backup, "sessions")).toHaveLength(4);
  expect(rowsIn(movedAside ?? "", "sessions")).toHaveLength(5);
});

test("a restore where nothing was compares nobody, and one over a damaged workspace says that it cannot [O13]", async () => {
  const backup = await backupOf([{ email: "ann@homes.test" }]);
  const empty = join(await temporaryFolder(), "data");
  const damaged = join(await temporaryFolder(), "data");
  await mkdir(damaged);
  await writeFile(join(damaged, databaseFile), "no database".repeat(1000));

  const overNothing = await restore(backup, { dataDir: empty, databaseFile, now, tables });
  const overDamage = await restore(backup, { dataDir: damaged, databaseFile, now, tables });

  expect([overNothing.difference, overDamage.difference]).toEqual([[], null]);
  expect(rowsIn(damaged, "users")).toHaveLength(1);
});

test("a restore says who can sign in with an identity again that was taken off since [O13]", async () => {
  const [stolen, known, next] = [
    "https://id.test stolen",
    "https://id.test 1",
    "https://new.test 1",
  ];
  const backup = await backupOf([
    { email: "relinked@homes.test", identities: [stolen] },
    { email: "same@homes.test", identities: [known] },
  ]);
  const dataDir = await workspaceOf([
    { email: "relinked@homes.test", identities: [known] },
    { email: "same@homes.test", identities: [known, next] },
  ]);

  const { difference } = await restore(backup, { dataDir, databaseFile, now, tables });

  expect(difference?.map(describeReturn)).toEqual([
    "relinked@homes.test can sign in with the identity again that was taken off since the backup (project_manager)",
  ]);
});
