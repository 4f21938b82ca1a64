import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAdminKey } from "../../src/operations/admin-key.ts";
import { ConvexCli } from "../support/convex-cli.ts";
import { app } from "../support/fixture-api.ts";
import { connect, type LiveHost, startSharedHost } from "../support/live-host.ts";
import { watch } from "../support/watch.ts";

// Each command starts its own process, which is slow on a busy machine.
const patience = 60_000;

let host: LiveHost;
let stop: () => Promise<void>;
let key: string;

beforeAll(async () => {
  ({ host, stop } = await startSharedHost());
  key = await makeAdminKey(host.dataDir);
});
afterAll(() => stop());

const openCli = () => ConvexCli.open(host.url, key);

test(
  "convex run calls queries, mutations and internal functions, as somebody too [C1]",
  async () => {
    const cli = await openCli();
    await connect(host.url).mutation(app.add, { list: "run", text: "one" });

    const [hidden, mine] = await Promise.all([
      cli.run("run", "items:hidden"),
      cli.run("run", "items:mine", '{"list":"run"}', "--identity", '{"subject":"ann"}'),
    ]);

    expect(JSON.parse(hidden.out)).toBe("internal");
    expect(JSON.parse(mine.out)).toEqual({ subject: "ann", texts: ["one"] });
  },
  patience,
);

test(
  "who runs a function that does not exist is told which exist [C2]",
  async () => {
    const { code, err } = await (await openCli()).run("run", "items:missing");

    expect(code).toBe(1);
    expect(err).toContain("Could not find function for 'items:missing'");
    expect(err).toMatch(/items:hidden|items:.*hidden/);
  },
  patience,
);

test(
  "variables reach functions, live queries and modules, until they are unset [C4]",
  async () => {
    const cli = await openCli();
    const seen = watch<(string | null)[]>(connect(host.url), app.greeting, {});
    expect(await seen.next()).toEqual([null, null]);

    const set = await cli.run("env", "set", "GREETING", "good day");
    expect(set.code).toBe(0);
    expect(await seen.until(([now]) => now !== null)).toEqual(["good day", "good day"]);

    const listed = await cli.run("env", "list", "--include-values");
    expect(listed.out).toMatch(/^GREETING=.?good day.?$/);

    await cli.run("env", "unset", "GREETING");
    expect(await seen.until(([now]) => now === null)).toEqual([null, null]);
  },
  patience,
);

test(
  "what the host itself gives cannot be set, and a value the app does not load with changes nothing [C5]",
  async () => {
    const cli = await openCli();

    const [ofHost, broken] = await Promise.all([
      cli.run("env", "set", "CONVEX_SITE_URL", "https://elsewhere.test"),
      cli.run("env", "set", "GREETING", "broken"),
    ]);

    expect(ofHost).toMatchObject({ code: 1 });
    expect(ofHost.err).toContain("CONVEX_SITE_URL comes from the host itself");
    expect(broken).toMatchObject({ code: 1 });
    expect(broken.err).toContain("GREETING must not be broken");
    expect(await connect(host.url).query(app.greeting, {})).toEqual([null, null]);
  },
  patience,
);

test(
  "convex run asks a query that is given with it, and nothing of that stays [C14]",
  async () => {
    const cli = await openCli();
    await connect(host.url).mutation(app.add, { list: "inline", text: "one" });
    const ask = (query: string) => cli.run("run", "--inline-query", query);

    const [asked, writing, broken] = await Promise.all([
      ask('(await ctx.db.query("items").collect()).filter(({ list }) => list === "inline").length'),
      ask('await ctx.db.insert("items", {})'),
      ask("const = 1"),
    ]);

    expect(JSON.parse(asked.out)).toBe(1);
    expect(writing).toMatchObject({ code: 1 });
    expect(broken).toMatchObject({ code: 1, err: expect.stringContaining("Query failed") });
    const withoutKey = await fetch(`${host.url}/api/run_test_function`, {
      method: "POST",
      body: JSON.stringify({ bundle: { source: "export default 1" } }),
    });
    expect(withoutKey.status).toBe(401);
  },
  patience,
);

test(
  "convex data lists tables and shows their documents [C6]",
  async () => {
    const cli = await openCli();
    await connect(host.url).mutation(app.add, { list: "data", text: "shown" });

    const [tables, documents] = await Promise.all([
      cli.run("data"),
      cli.run("data", "items", "--limit", "1", "--format", "jsonl"),
    ]);

    expect(tables.out).toBe("books\nitems");
    expect(documents.out).toMatch(/^\{ .*"list": "data".*"text": "shown" \}$/);
  },
  patience,
);

test(
  "convex logs tells what was printed before and what is printed from now on [C7]",
  async () => {
    const client = connect(host.url);
    await client.mutation(app.say, { text: "before" });
    const logs = (await openCli()).start("logs", "--history", "100");
    let printed = "";
    const has = (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!printed.includes(text)) return;
          logs.stdout?.off("data", look);
          resolve();
        };
        logs.stdout?.on("data", look);
        look();
      });
    logs.stdout?.on("data", (piece: Buffer) => (printed += piece.toString()));

    await has("'before'");
    await client.mutation(app.say, { text: "afterwards" });
    await has("'afterwards'");

    expect(printed).toMatch(/\[CONVEX M\(variables:say\)\] \[WARN\] 'afterwards'/);
  },
  patience,
);

test(
  "convex function-spec describes every function [C8]",
  async () => {
    const { out } = await (await openCli()).run("function-spec");

    const { url, functions } = JSON.parse(out) as {
      url: string;
      functions: { identifier?: string }[];
    };
    expect(url).toBe(host.url);
    expect(functions.find(({ identifier }) => identifier === "items.js:hidden")).toMatchObject({
      functionType: "Mutation",
      visibility: { kind: "internal" },
    });
    expect(functions).toContainEqual({
      functionType: "HttpAction",
      method: "GET",
      path: "/api/hello",
    });
  },
  patience,
);
