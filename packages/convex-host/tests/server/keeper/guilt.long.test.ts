import { makeFunctionReference } from "convex/server";
import { importPKCS8, SignJWT } from "jose";
import { expect, test } from "vitest";
import type { Limits } from "../../../src/server/bounds/server-limits.ts";
import { bundleTexts, connect, type LiveHost, startTestHost } from "../../support/live-host.ts";
import { addQuery, connectRaw } from "../../support/raw-client.ts";
import { until } from "../../support/until.ts";
import { watch } from "../../support/watch.ts";

const timedOut = /Function execution timed out/;
const limits = { blockedThreadMs: 600 };

const query = (path: string) => makeFunctionReference<"query", Record<string, never>, string>(path);
const mutation = (path: string) =>
  makeFunctionReference<"mutation", Record<string, never>, null>(path);

const functions = `
  import {
    actionGeneric, internalMutationGeneric, internalQueryGeneric, makeFunctionReference, mutationGeneric, queryGeneric,
  } from "convex/server";
  const spin = () => { for (;;); };
  const fillForEver = () => { for (;;) new Array(1000).fill({}); };
  const whole = () => { throw new Error("The whole was run."); };
  const half = (handler) => internalQueryGeneric({ args: {}, handler });
  const halved = (gate, body) =>
    Object.assign(queryGeneric({ args: {}, handler: whole }), { halves: { gate, body } });
  const open = half(() => null);
  const stuck = half(fillForEver);
  export const fine = halved(open, half(async (ctx) => (await ctx.db.query("items").collect()).map(({ text }) => text).join()));
  export const endlessBody = halved(open, half(spin));
  export const endlessGate = halved(stuck, half(() => "body"));
  export const endlessForStrangers = queryGeneric({
    args: {},
    handler: async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? spin(),
  });
  export const signingKey = actionGeneric({ args: {}, handler: () => process.env.JWT_PRIVATE_KEY });
  export const add = mutationGeneric({ args: {}, handler: async (ctx) => void await ctx.db.insert("items", { text: "one" }) });
  const hoard = () => { const all = []; for (;;) all.push(new Array(1000).fill({})); };
  export const hoardInQuery = queryGeneric({ args: {}, handler: hoard });
  export const hoardInTurns = mutationGeneric({
    args: {},
    handler: async (ctx) => { for (const all = []; ; all.push(new Array(20_000).fill({}))) await ctx.db.query("items").first(); },
  });
  export const loop = internalMutationGeneric({ args: {}, handler: spin });
  export const loopLater = mutationGeneric({
    args: {},
    handler: async (ctx) => void await ctx.scheduler.runAfter(0, makeFunctionReference("app:loop"), {}),
  });
`;
const signedIn = `
  export default { providers: [{ domain: process.env.CONVEX_SITE_URL, applicationID: "convex" }] };
`;
const endlessCron = `
  import { cronJobs, makeFunctionReference } from "convex/server";
  const crons = cronJobs();
  crons.interval("endless", { hours: 1 }, makeFunctionReference("app:loop"), {});
  export default crons;
`;

async function startWith(
  more: Record<string, string> = {},
  bounds: Partial<Limits> = limits,
): Promise<LiveHost> {
  const appBundle = await bundleTexts({ "app.ts": functions, ...more });
  return await startTestHost({ limits: bounds, host: { appBundle } });
}

const blocked = ({ logged }: LiveHost) =>
  logged.filter((line) => line.includes("function-thread.blocked"));

test.each([
  { what: "body", path: "app:endlessBody", blocks: 1 },
  { what: "gate", path: "app:endlessGate", blocks: 1 },
])(
  "a live query whose $what never ends fails, and what others watch goes on [B6] [L11]",
  async ({ path, blocks }) => {
    const host = await startWith();
    const [ann, bob] = [connect(host.url), connect(host.url)];
    const endless = watch<string>(ann, query(path), {});
    const fine = watch<string>(bob, query("app:fine"), {});

    await expect(endless.next()).rejects.toThrow(timedOut);
    await bob.mutation(mutation("app:add"), {});

    expect(await fine.until((text) => text !== "")).toBe("one");
    expect(blocked(host)).toHaveLength(blocks);
  },
);

test("a query that never ends for one caller fails for that caller, and answers all others who ask the same [B6] [L13]", async () => {
  const host = await startWith({ "auth.config.ts": signedIn });
  const eve = await connectRaw(host.url);
  const ann = connect(host.url);
  const key = await ann.action(makeFunctionReference<"action">("app:signingKey"), {});
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: "EdDSA" })
    .setIssuer(host.url)
    .setAudience("convex")
    .setSubject("ann")
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(await importPKCS8(key as string, "EdDSA"));

  eve.send(addQuery(1, { udfPath: "app:endlessForStrangers", args: {} }));
  const { modifications } = await eve.next("Transition");
  expect(modifications).toMatchObject([{ type: "QueryFailed" }]);

  ann.setAuth(() => Promise.resolve(token));
  const asked = watch<string>(ann, query("app:endlessForStrangers"), {});
  expect(await asked.next()).toBe("ann");
  expect(blocked(host)).toHaveLength(1);
});

test("a client that numbers its queries as no number fits is found all the same [B6]", async () => {
  const host = await startWith();
  const eve = await connectRaw(host.url);

  eve.send(addQuery(1, { udfPath: "app:endlessBody", args: {}, id: 0xffff_ffff }));
  const { modifications } = await eve.next("Transition");

  expect(modifications).toMatchObject([{ type: "QueryFailed" }]);
  expect(blocked(host)).toHaveLength(1);
});

test("calls and live queries that fill the memory fail, once each, and others go on [B5] [B6]", async () => {
  const host = await startWith({}, { blockedThreadMs: 20_000, heapMb: 64 });
  const [ann, bob] = [connect(host.url), connect(host.url)];
  const fine = watch<string>(bob, query("app:fine"), {});
  await fine.next();

  const hoarding = ann.mutation(mutation("app:hoardInTurns"), {});
  // The call of another client waits for its turn; it is not the cause and must survive.
  const waiting = bob.mutation(mutation("app:add"), {});
  await expect(hoarding).rejects.toThrow(/memory/);
  await waiting;
  await expect(watch<string>(ann, query("app:hoardInQuery"), {}).next()).rejects.toThrow();

  expect(await fine.until((text) => text !== "")).toBe("one");
  expect(host.logged.filter((line) => line.includes("function-thread.died"))).toHaveLength(2);
});

test("a scheduled mutation that never ends is given up, and the host goes on [J15]", async () => {
  const host = await startWith();
  const client = connect(host.url);
  await client.mutation(mutation("app:loopLater"), {});

  await expectGivenUp(host, "job.failed");

  await client.mutation(mutation("app:add"), {});
  expect(await client.query(query("app:fine"), {})).toBe("one");
});

test("a cron that never ends is given up for that time, and the host goes on [J15]", async () => {
  const host = await startWith({ "crons.ts": endlessCron });

  await expectGivenUp(host, "cron.failed");

  const client = connect(host.url);
  await client.mutation(mutation("app:add"), {});
  expect(await client.query(query("app:fine"), {})).toBe("one");
});

const gaveUp = "The host ended twice while it ran.";

/** Waits until the host gives up a call: after one unexpected death and two that were noted, it does not run again. */
async function expectGivenUp(host: LiveHost, event: string): Promise<void> {
  const isTold = (line: string) => line.includes(event) && line.includes(gaveUp);
  // An endless loop kills the thread three times, which takes longer on a busy machine.
  await until(
    () => host.logged.some(isTold),
    (seen) => seen,
    40_000,
  );
  expect(blocked(host)).toHaveLength(3);
}
