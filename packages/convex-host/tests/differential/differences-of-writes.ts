import { createHash } from "node:crypto";
import type { FileMetadata } from "convex/server";
import type { GenericId, Value } from "convex/values";
import { vi } from "vitest";
import { type Difference, insertThings, jobsOf, run } from "./difference.ts";
import { later, reference } from "./differences-app.ts";

function nested(levels: number): Value {
  return levels === 0 ? null : [nested(levels - 1)];
}

const documents: readonly Difference[] = [
  {
    rule: "D15",
    host: "Fields that begin with an underscore are refused",
    convexTest: "stores them",
    ask: (t) =>
      run(t, async ({ db }) => {
        await db.insert("things", { n: 1, _own: 1 });
        return "stored";
      }),
    answers: { host: "refused", convexTest: "stored" },
  },
  {
    rule: "D16",
    host: "A field that the schema does not know may be taken away",
    convexTest: "refuses that",
    ask: (t) =>
      run(t, async ({ db }) => {
        const id = await db.insert("strict", { kind: "first", count: 1 });
        await db.patch(id, { unknown: undefined });
        return "nothing to do";
      }),
    answers: { host: "nothing to do", convexTest: "refused" },
  },
  {
    rule: "V3",
    host: "Half a surrogate pair is no text",
    convexTest: "stores it",
    ask: async (t) => (await insertThings(t, ["\ud83d"])).length,
    answers: { host: "refused", convexTest: 1 },
  },
  {
    rule: "V4",
    host: "Documents have at most 16 levels and 1 MiB",
    convexTest: "has no such limits",
    ask: async (t) => (await insertThings(t, [nested(16)])).length,
    answers: { host: "refused", convexTest: 1 },
  },
];

const calls: readonly Difference[] = [
  {
    rule: "V5",
    host: "Records are checked",
    convexTest: "takes anything for one",
    ask: (t) => t.query(reference<"query">("takeRecord"), { of: "no record" }),
    answers: { host: "refused", convexTest: "taken" },
  },
  {
    rule: "V5",
    host: "A literal may be an int64",
    convexTest: "never finds one equal",
    ask: (t) => t.query(reference<"query">("takeLiteral"), { of: 1n }),
    answers: { host: "taken", convexTest: "refused" },
  },
  {
    rule: "R15",
    host: "A mutation whose result does not fit is undone",
    convexTest: "keeps what it wrote",
    ask: async (t) => {
      await t.mutation(reference<"mutation">("writeAndAnswerWrong"), {}).catch(() => null);
      return await run(t, async ({ db }) => (await db.query("things").collect()).length);
    },
    answers: { host: 0, convexTest: 1 },
  },
  {
    rule: "R18",
    host: "The data of an error crosses from function to function whole",
    convexTest: "loses int64 and bytes",
    ask: (t) =>
      run(t, (ctx) =>
        ctx
          .runQuery(reference<"query">("throwInteger"), {})
          .catch((error: unknown) => (error as { data?: Value }).data ?? "lost"),
      ),
    answers: { host: 1n, convexTest: "lost" },
  },
  {
    rule: "R18",
    host: "An error crosses from function to function as Convex's text of it",
    convexTest: "passes it on as it is",
    ask: (t) =>
      run(t, (ctx) =>
        ctx
          .runMutation(reference<"mutation">("fail"), {})
          .catch((error: unknown) => (error as Error).message.split("\n")[0]),
      ),
    answers: { host: "Uncaught Error: It broke", convexTest: "It broke" },
  },
  {
    rule: "R5",
    host: "Functions call each other eight levels deep and no deeper",
    convexTest: "has no bound",
    ask: (t) => t.query(reference<"query">("descend"), { left: 9 }),
    answers: { host: "refused", convexTest: "done" },
  },
  {
    rule: "R12",
    host: "Mutations cannot make keys",
    convexTest: "lets them",
    ask: (t) => t.mutation(reference<"mutation">("makeKey"), {}),
    answers: { host: "refused", convexTest: "made" },
  },
];

const jobs: readonly Difference[] = [
  {
    rule: "J5",
    host: "Only what exists can be scheduled",
    convexTest: "finds out when it is to run",
    ask: (t) =>
      run(t, async ({ scheduler }) => {
        await scheduler.runAfter(1000, reference<"mutation">("missing"), {});
        return "scheduled";
      }),
    answers: { host: "refused", convexTest: "scheduled" },
  },
  {
    rule: "J8",
    host: "A function that has run stays as it ended when it is canceled",
    convexTest: "marks it as canceled",
    ask: async (t) => {
      await run(t, ({ scheduler }) => scheduler.runAfter(1000, later, {}));
      vi.advanceTimersByTime(1000);
      await t.finishInProgressScheduledFunctions();
      const [job] = await jobsOf(t);
      const id = job!["_id"] as GenericId<"_scheduled_functions">;
      await run(t, ({ scheduler }) => scheduler.cancel(id));
      return (await jobsOf(t))[0]!["state"];
    },
    answers: { host: { kind: "success" }, convexTest: { kind: "canceled" } },
  },
  {
    rule: "J7",
    host: "A scheduled function that failed says why",
    convexTest: "says only that it failed",
    ask: async (t) => {
      await run(t, ({ scheduler }) => {
        return scheduler.runAfter(1000, reference<"mutation">("fail"), {});
      });
      vi.advanceTimersByTime(1000);
      await t.finishInProgressScheduledFunctions();
      return Object.keys((await jobsOf(t))[0]!["state"] as object).sort();
    },
    answers: { host: ["error", "kind"], convexTest: ["kind"] },
  },
  {
    rule: "J1",
    host: "The row of a scheduled function has the name with its file, and its end",
    convexTest: "has the name as it was called, and no end of a run that went well",
    ask: async (t) => {
      await run(t, ({ scheduler }) => scheduler.runAfter(1000, later, {}));
      vi.advanceTimersByTime(1000);
      await t.finishInProgressScheduledFunctions();
      const [job] = await jobsOf(t);
      return { name: job!["name"], hasEnd: "completedTime" in job! };
    },
    answers: {
      host: { name: "differences.js:doNothing", hasEnd: true },
      convexTest: { name: "differences:doNothing", hasEnd: false },
    },
  },
];

const metadataOfText = {
  sha256: createHash("sha256").update("text").digest("hex"),
  size: 4,
  contentType: "text/plain",
};

const files: readonly Difference[] = [
  {
    rule: "F1",
    host: "A file keeps its content type",
    convexTest: "forgets it",
    ask: async (t) => {
      await t.action(reference<"action">("storeFile"), {});
      const [file] = (await run(t, ({ db }) => db.system.query("_storage").collect())) as object[];
      return "contentType" in file!;
    },
    answers: { host: true, convexTest: false },
  },
  {
    rule: "F2",
    host: "Files of equal content have addresses of their own",
    convexTest: "names the address by the content",
    ask: async (t) => {
      const store = () => t.action(reference<"action">("storeFile"), {});
      const ids = [await store(), await store()] as GenericId<"_storage">[];
      const addresses = await run(t, ({ storage }) => {
        return Promise.all(ids.map((id) => storage.getUrl(id)));
      });
      return new Set(addresses as string[]).size;
    },
    answers: { host: 2, convexTest: 1 },
  },
  {
    rule: "F7",
    host: "Queries, mutations and actions can ask for the metadata of a file",
    convexTest: "has none",
    ask: async (t) => {
      const args = { id: (await t.action(reference<"action">("storeFile"), {})) as Value };
      const metadata = [
        await t.query(reference<"query">("metadataInQuery"), args),
        await t.mutation(reference<"mutation">("metadataInMutation"), args),
        await t.action(reference<"action">("metadataInAction"), args),
      ] as FileMetadata[];
      return metadata.map(({ sha256, size, contentType }) => ({ sha256, size, contentType }));
    },
    answers: { host: Array<Value>(3).fill(metadataOfText), convexTest: "refused" },
  },
  {
    rule: "F7",
    host: "A file is also known by the uuid of its address",
    convexTest: "knows ids only",
    ask: async (t) => {
      const id = (await t.action(reference<"action">("storeFile"), {})) as GenericId<"_storage">;
      return await run(t, async ({ storage }) => {
        const address = await storage.getUrl(id);
        return (await storage.getUrl(address!.split("/").at(-1)!)) === address;
      });
    },
    answers: { host: true, convexTest: "refused" },
  },
  {
    rule: "F6",
    host: "A file is stored only if it has the hash that is named",
    convexTest: "does not look",
    ask: (t) => t.action(reference<"action">("storeOther"), {}),
    answers: { host: "refused", convexTest: "stored" },
  },
];

/** Differences of writes, calls, scheduled functions and files. */
export const differencesOfWrites: readonly Difference[] = [
  ...documents,
  ...calls,
  ...jobs,
  ...files,
];
