import type { Id } from "../../convex/_generated/dataModel.js";
import {
  sessionHashesOf,
  tokenKeyClaim,
  tokenKeyOf,
} from "../../convex/lib/signIn/sessionSecrets.ts";
import type { Engine } from "../support/workspace.ts";

const day = 86_400_000;

type Person = { name: string; role: string; isRemoved?: true; isExpired?: true };

const people: readonly Person[] = [
  { name: "admin", role: "account_administrator" },
  { name: "manager", role: "project_manager" },
  { name: "supervisor", role: "project_supervisor" },
  { name: "supervisor2", role: "project_supervisor" },
  { name: "crew", role: "crew_member" },
  { name: "removed", role: "project_manager", isRemoved: true },
  { name: "expired", role: "project_manager", isExpired: true },
];

/** A caller of functions: over the sync protocol with a token, or over HTTP with a session secret. */
export type AppCaller = { name: string; t: Engine; session?: string };

/** The callers of programs by name; most of them have permission. */
export const callerNames: readonly string[] = [
  ...["admin", "manager", "admin by secret", "supervisor"].flatMap((name) => repeat(name, 8)),
  ...["supervisor2", "supervisor by secret"].flatMap((name) => repeat(name, 4)),
  ...["crew", "removed", "expired", "expired by secret", "nobody", "forger", "guesser"],
];

function repeat(name: string, times: number): string[] {
  return Array.from({ length: times }, () => name);
}

/** People with sessions, and strangers without. */
export async function insertPeople(t: Engine): Promise<Map<string, AppCaller>> {
  const callers: AppCaller[] = [
    { name: "nobody", t },
    { name: "forger", t: t.withIdentity({ subject: "nonsense", issuer: "https://app.test" }) },
    { name: "guesser", t, session: "a guessed secret" },
  ];
  for (const person of people) {
    const { sessionId, secret } = await insertPerson(t, person);
    const { name } = person;
    const key = await tokenKeyOf(secret);
    const identity = { subject: sessionId, issuer: "https://app.test", [tokenKeyClaim]: key };
    const known = t.withIdentity(identity);
    callers.push({ name, t: known });
    callers.push({ name: `${name} by secret`, t, session: secret });
  }
  return new Map(callers.map((caller) => [caller.name, caller]));
}

/** The session that a person calls with; null once it has ended. */
export async function sessionOf(t: Engine, name: string): Promise<Id<"sessions"> | null> {
  const { sid } = await sessionHashesOf(secretOf(name));
  const find = t.run(
    async ({ db }) =>
      await db
        .query("sessions")
        .withIndex("sid", (q) => q.eq("sid", sid))
        .unique(),
  );
  return (await find)?._id ?? null;
}

const secretOf = (name: string) => `secret of ${name}`;

async function insertPerson(t: Engine, { name, role, isRemoved, isExpired }: Person) {
  const secret = secretOf(name);
  const hashes = await sessionHashesOf(secret);
  const sessionId = await t.run(async (ctx): Promise<Id<"sessions">> => {
    const now = Date.now();
    const userId = await ctx.db.insert("users", {
      ...{ email: `${name}@homes.test`, firstName: name, role, createdAt: now, updatedAt: now },
      ...(isRemoved ? { removedAt: now } : {}),
    });
    const expire = isExpired ? now - 1 : now + 400 * day;
    const session = { ...hashes, sess: {}, expire, userId };
    // The own session comes first, because uploads belong to the first session, which is the one that the administrator
    // calls with.
    const own = await ctx.db.insert("sessions", session);
    for (const device of ["phone", "tablet", "desk"]) {
      const sid = `${device} of ${name}`;
      const id = await ctx.db.insert("sessions", { ...session, sid, generation: 0 });
      const use = { userId, generation: 0, lastSeenAt: now, userAgent: device };
      await ctx.db.insert("sessionUses", { ...use, sessionId: id });
    }
    return own;
  });
  return { sessionId, secret };
}
