import type { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeAdminKey } from "../../../src/operations/admin-key.ts";
import { app } from "../../support/fixture-api.ts";
import {
  bundleTexts,
  connect,
  type LiveHost,
  startSharedHost,
  startTestHost,
} from "../../support/live-host.ts";
import { addQuery, connectRaw, mutation, type RawClient } from "../../support/raw-client.ts";
import { watch } from "../../support/watch.ts";

let host: LiveHost;
let stop: () => Promise<void>;
let helper: ConvexClient;
let lists = 0;

beforeAll(async () => {
  ({ host, stop } = await startSharedHost({ host: { isDevelopment: true } }));
});
afterAll(() => stop());
beforeEach(() => {
  helper = connect(host.url);
  lists += 1;
});

const secret = () => ({ list: `secret ${lists}` });

/** Adds an admitted guest who watches a list with one text. */
async function watchSecret() {
  await helper.mutation(app.add, { list: "guests", text: "ann" });
  await helper.mutation(app.add, { ...secret(), text: "mine" });
  const token = await helper.action(app.sign, { subject: "ann" });
  const ann = connect(host.url);
  ann.setAuth(() => Promise.resolve(token));
  const seen = watch<string[]>(ann, app.guestTexts, secret());
  return { seen, first: await seen.until((texts) => texts.length > 0) };
}

async function ask(client: RawClient, udfPath: string, args: object | string): Promise<unknown> {
  const message = JSON.stringify(
    addQuery(1, { udfPath, args: typeof args === "string" ? {} : args }),
  );
  client.send(typeof args === "string" ? message.replace("[{}]", `[${args}]`) : message);
  for (;;) {
    const { modifications } = await client.next("Transition");
    const [change] = modifications as unknown[];
    if (change !== undefined) return change;
  }
}

const failed = { type: "QueryFailed" };

test.each([
  "guests:texts#body",
  "guests:texts#gate",
  "guests.js:texts#body",
  "guests:texts#body:x",
])(
  "a stranger who asks for %s while others watch it gets nothing of theirs [L13]",
  async (path) => {
    await watchSecret();
    const stranger = await connectRaw(host.url);

    const answer = await ask(stranger, path, path.includes("body") ? secret() : {});

    expect(answer).toMatchObject(failed);
    expect(JSON.stringify(answer)).not.toContain("mine");
  },
);

test("a stranger cannot spell the question of an administrator's tool [L13]", async () => {
  const operator = await connectRaw(host.url);
  const value = await makeAdminKey(host.dataDir);
  operator.send({ type: "Authenticate", baseVersion: 0, tokenType: "Admin", value });
  const path = "_system/cli/queryEnvironmentVariables";
  expect(await ask(operator, path, {})).toMatchObject({ type: "QueryUpdated" });
  const stranger = await connectRaw(host.url);

  expect(await ask(stranger, `admin\n${path}`, {})).toMatchObject(failed);
});

test.each(["guests:texts#body", "guests:texts:x", "guests:texts\n"])(
  "a stranger who holds %j does not make the honest question fail [L13]",
  async (path) => {
    const stranger = await connectRaw(host.url);
    expect(await ask(stranger, path, secret())).toMatchObject(failed);

    const { seen } = await watchSecret();
    await helper.mutation(app.add, { ...secret(), text: "more" });

    expect(await seen.until((texts) => texts.length > 1)).toEqual(["mine", "more"]);
  },
);

test("a stranger who holds a gate or a third part of a path does not make others fail [L13]", async () => {
  const stranger = await connectRaw(host.url);
  const paths = ["guests:texts#gate", "items:list:x", "items:list:"];
  const ids = paths.map((udfPath, index) => ({ type: "Add", queryId: index, udfPath, args: [{}] }));
  const asked = { ...addQuery(1, { udfPath: "items:list", args: {} }), modifications: ids };
  stranger.send({ ...asked, baseVersion: 1, newVersion: 2 });
  const { modifications } = await stranger.next("Transition");

  const { first } = await watchSecret();
  const honest = await connectRaw(host.url);

  expect(modifications).toMatchObject(paths.map(() => failed));
  expect(first).toEqual(["mine"]);
  expect(await ask(honest, "items:list", secret())).toMatchObject({ value: ["mine"] });
});

test.each([
  ["-0", '{"$float":"AAAAAAAAAIA="}', "0", "0"],
  ["0", "0", "-0", '{"$float":"AAAAAAAAAIA="}'],
  ["1", "1", '{"$integer":"AQAAAAAAAAA="}', '{"$integer":"AQAAAAAAAAA="}'],
])("who asks about %s gets %s, whoever asks about %s [L13]", async (own, answer, other, theirs) => {
  const [ann, eve] = [await connectRaw(host.url), await connectRaw(host.url)];

  const toEve = await ask(eve, "items:same", `{"value":${other}}`);
  const toAnn = await ask(ann, "items:same", `{"value":${own}}`);

  expect(toEve).toMatchObject({ value: JSON.parse(theirs) as unknown });
  expect(toAnn).toMatchObject({ value: JSON.parse(answer) as unknown });
});

test("what is no value at all ends the connection of who sends it, and null is null for others [L13]", async () => {
  const [ann, eve] = [await connectRaw(host.url), await connectRaw(host.url)];

  eve.send(
    JSON.stringify(addQuery(1, { udfPath: "items:same", args: { value: 7 } })).replace(
      "7",
      "1e400",
    ),
  );
  const toAnn = await ask(ann, "items:same", '{"value":null}');

  expect(await eve.next("FatalError")).toMatchObject({
    error: expect.stringMatching(/number that is too large/) as unknown,
  });
  expect(toAnn).toMatchObject({ type: "QueryUpdated", value: null });
});

test("the answer to an administrator's request is nobody else's, whatever session id they name [S5]", async () => {
  const sessionId = crypto.randomUUID();
  const operator = await connectRaw(host.url, sessionId);
  const value = await makeAdminKey(host.dataDir);
  operator.send({ type: "Authenticate", baseVersion: 0, tokenType: "Admin", value });
  operator.send(mutation(0, "items:hidden", {}));
  const toOperator = await operator.next("MutationResponse");
  const stranger = await connectRaw(host.url, sessionId);

  stranger.send(mutation(0, "items:hidden", {}));

  expect(toOperator).toMatchObject({ success: true, result: "internal" });
  expect(await stranger.next("MutationResponse")).toMatchObject({ success: false });
});

test("calls of what is no function fail alone, at once, in the words that Convex has for it [L14]", async () => {
  const stranger = await connectRaw(host.url);

  stranger.send(mutation(0, "items:add#body", {}));
  stranger.send(mutation(1, "items:list", {}));
  stranger.send(mutation(2, "items:add.js", { list: "b", text: "x" }));
  stranger.send(mutation(3, "items.js:add", { ...secret(), text: "added" }));
  const answers = [];
  for (let count = 0; count < 4; count++) answers.push(await stranger.next("MutationResponse"));
  const byRequest = answers.sort(
    (one, other) => Number(one["requestId"]) - Number(other["requestId"]),
  );

  expect(byRequest).toMatchObject([
    {
      requestId: 0,
      success: false,
      result: expect.stringMatching(/Invalid function path/) as unknown,
    },
    {
      requestId: 1,
      success: false,
      result: expect.stringMatching(/as Mutation, but it is defined as Query/) as unknown,
    },
    {
      requestId: 2,
      success: false,
      result: expect.stringMatching(/Invalid function path/) as unknown,
    },
    { requestId: 3, success: true, result: "added" },
  ]);
});

test.each(["query", "mutation", "action", "function"])(
  "over HTTP, /api/%s takes no path that names no function, with the admin key neither [L14]",
  async (door) => {
    const key = await makeAdminKey(host.dataDir);
    const paths = [
      "guests:texts#body",
      "items:add:x",
      "admin\nitems:add",
      "__proto__:add",
      "items:nothing",
    ];
    const call = async (path: string, headers: Record<string, string>) => {
      const body = JSON.stringify({ path, args: secret(), format: "json" });
      const init = {
        method: "POST",
        body,
        headers: { ...headers, "Content-Type": "application/json" },
      };
      const answer = await fetch(`${host.url}/api/${door}`, init);
      const { errorMessage } = (await answer.json()) as { errorMessage: string };
      return { status: answer.status, errorMessage };
    };

    for (const headers of [{}, { Authorization: `Convex ${key}` }])
      for (const path of paths)
        expect(await call(path, headers)).toEqual({
          status: 560,
          errorMessage: expect.stringMatching(/Invalid function path|Could not find/) as unknown,
        });
  },
);

test("another version of the app answers its questions, and what the one before carried out [L14] [S5]", async () => {
  const own = await startTestHost({ host: { isDevelopment: true } });
  const add = mutation(0, "items:add", { list: "a", text: "once" });
  const sessionId = crypto.randomUUID();
  const writer = await connectRaw(own.url, sessionId);
  writer.send(add);
  await writer.next("MutationResponse");
  const later = makeFunctionReference<"query", { text: string }, string>("later:echo");
  const seen = watch<string>(connect(own.url), later, { text: "here" });
  await expect(seen.next()).rejects.toThrow("Could not find public function for 'later:echo'");
  const appBundle = await bundleTexts({
    "later.ts": `
      import { queryGeneric } from "convex/server";
      export const echo = queryGeneric((_ctx, { text }) => text);
    `,
  });

  await own.thread.replace({ appBundle });

  expect(await seen.until((text) => text === "here")).toBe("here");
  const again = await connectRaw(own.url, sessionId);
  again.send(add);
  expect(await again.next("MutationResponse")).toMatchObject({ success: true, result: "once" });
});
