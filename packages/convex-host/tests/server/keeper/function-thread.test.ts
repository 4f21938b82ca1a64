import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { FunctionThread } from "../../../src/server/keeper/function-thread.ts";
import { defaultLimits } from "../../../src/server/bounds/server-limits.ts";
import type { Json } from "../../../src/values/json.ts";
import type { Commands, FunctionCall } from "../../../src/wire/commands.ts";
import { ThreadFailure } from "../../../src/server/keeper/pending-calls.ts";
import { createFakeThread, die } from "../../support/fake-thread.ts";
import { createGate } from "../../support/gate.ts";
import { until } from "../../support/until.ts";

const metadata = { requestId: "r", ip: null, userAgent: null };
const request = { sessionId: "s", requestId: 1 };
const called: FunctionCall = {
  path: "a:b",
  args: "{}",
  identity: null,
  caller: "public",
  metadata,
};
const post: Commands["http"]["question"] = {
  ...{ isForAdmin: false, identity: null, metadata },
  request: { url: "http://localhost/x", method: "POST", headers: [], hasBody: true },
};

/** Starts a thread that stops for its successor only after the test unmarks it. */
async function startHeld() {
  const fake = createFakeThread();
  const thread = new FunctionThread({ ...fake.options, now: Date.now });
  onTestFinished(() => {
    fake.unmark("held");
    return thread.stop();
  });
  await thread.start();
  fake.mark("held");
  const startHttp = () => {
    const listener = { body: vi.fn(), gone: vi.fn() };
    const { call, head } = thread.http(post, listener);
    return { call, listener, head: endOf(head) };
  };
  const sendBody = (call: number) => {
    const chunk = new Uint8Array([1, 2, 3]);
    thread.sendBody({ type: "body", call, chunk }, [chunk.buffer]);
  };
  const replace = async () => {
    const replaced = thread.replace({ appBundle: "changed" });
    await nextTurn();
    const finish = async () => {
      fake.unmark("held");
      await replaced;
      thread.ask("latest", {}).catch(() => undefined);
      return await until(fake.heard, (lines) => lines.at(-1)?.includes("latest") === true);
    };
    return { finish };
  };
  return { thread, heard: fake.heard, startHttp, sendBody, replace };
}

/** Tracks a promise: the result is empty at first, and later has the value or the code of the failure. */
function endOf(promise: Promise<unknown>): { value?: unknown; code?: string } {
  const end: { value?: unknown; code?: string } = {};
  promise.then(
    (value) => (end.value = value),
    (error: unknown) => (end.code = error instanceof ThreadFailure ? error.code : String(error)),
  );
  return end;
}

test("what comes while there is no thread waits for the next one, bodies behind their calls [B5] [H4]", async () => {
  const { thread, startHttp, sendBody, replace } = await startHeld();
  const { finish } = await replace();

  const { call, listener, head } = startHttp();
  sendBody(call);
  thread.sendBody({ type: "body-end", call });
  const answer = endOf(thread.ask("action", { function: called, client: null }));

  const heard = ["http 1", "action 2", "body 1", "body-end 1", "latest 3"];
  expect(await finish()).toEqual(heard.map((line) => `changed ${line}`));
  expect(listener.gone).not.toHaveBeenCalled();
  expect([head, answer]).toEqual([{}, {}]);
});

test("of what the thread had begun nothing goes to the next one, and its callers are told [B5] [H4]", async () => {
  const { thread, heard, startHttp, sendBody, replace } = await startHeld();
  const { call, listener, head } = startHttp();
  sendBody(call);
  const answer = endOf(thread.ask("action", { function: called, client: null }));
  await until(heard, (lines) => lines.length === 3);
  const { finish } = await replace();

  sendBody(call);

  const begun = ["good http 1", "good body 1", "good action 2"];
  expect(await finish()).toEqual([...begun, "changed latest 3"]);
  expect(listener.gone).toHaveBeenCalledOnce();
  expect([head, answer]).toEqual([{ code: "Interrupted" }, { code: "Interrupted" }]);
});

test("a file whose thread was lost is handed to the next one under the same id, which knows whether it is stored [F4] [B5]", async () => {
  const { thread, heard, replace } = await startHeld();
  const file = { path: "", size: 1, sha256Base64: "", contentType: null };
  const answer = endOf(thread.ask("adopt-file", { token: "t", id: "i", file }));
  await until(heard, (lines) => lines.length === 1);
  const { finish } = await replace();

  expect(await finish()).toEqual(["good adopt-file 1", "changed adopt-file 1", "changed latest 2"]);
  expect(answer).toEqual({});
});

test("an HTTP action whose caller left before a thread took it is not begun [B5] [H4]", async () => {
  const { thread, startHttp, sendBody, replace } = await startHeld();
  const { finish } = await replace();
  const { call } = startHttp();
  sendBody(call);

  thread.sendBody({ type: "body-abort", call });
  thread.endHttp(call);

  expect(thread.isBusy).toBe(false);
  expect(await finish()).toEqual(["changed latest 2"]);
});

test("a stop fails what waits for an answer, and what is asked after it [B17]", async () => {
  const fake = createFakeThread();
  const thread = new FunctionThread({ ...fake.options, now: Date.now });
  await thread.start();
  const listener = { body: vi.fn(), gone: vi.fn() };
  const before = [
    thread.ask("latest", {}),
    thread.ask("find-file", { uuid: "u" }),
    thread.ask("mutation", { function: called, client: null, request }),
    thread.http(post, listener).head,
  ].map(endOf);

  await thread.stop();
  const after = [thread.ask("latest", {}), thread.http(post, listener).head].map(endOf);
  await nextTurn();

  const interrupted = { code: "Interrupted" };
  expect([...before, ...after]).toEqual([...before, ...after].map(() => interrupted));
  expect(thread.isBusy).toBe(false);
});

test("a call that cannot be put into a message fails alone [B9]", async () => {
  const { thread, heard } = await startHeld();
  let deep: Json = null;
  for (let level = 0; level < 20_000; level++) deep = [deep];
  const identity = { tokenIdentifier: "i|s", issuer: "i", subject: "s", deep };

  const unsendable = { ...called, identity };
  const refused = thread.ask("action", { function: unsendable, client: null });
  const answer = endOf(thread.ask("action", { function: called, client: null }));

  await expect(refused).rejects.toMatchObject({ code: "BadRequest" });
  await until(heard, (lines) => lines.length === 1);
  expect(heard()).toEqual(["good action 2"]);
  expect(answer).toEqual({});
});

test("a call with which threads are lost again and again is not sent for ever, but settled [B11]", async () => {
  const fake = createFakeThread();
  const thread = new FunctionThread({ ...fake.options, now: Date.now });
  onTestFinished(() => thread.stop());
  await thread.start();
  thread.ask("mutation", { function: called, client: null, request }).catch(() => undefined);
  const answers = [
    thread.ask("query", { queries: [] }),
    thread.ask("find-file", { uuid: "u" }),
  ].map(endOf);

  for (let starts = 1; starts <= 5; starts += 1) {
    await until(fake.starts, (names) => names.length === starts);
    await until(fake.heard, (lines) => lines.length === 3 * starts);
    thread.tell(die);
  }

  const heard = await until(fake.heard, (lines) => lines.length === 16);
  expect(heard.slice(-2)).toEqual(["good find-file 3", "good stored-answer 1"]);
  expect(answers).toEqual([{ code: "Interrupted" }, { code: "Interrupted" }]);
});

test("a text that is no path is refused as it was sent, also while there is no thread; a path waits for the next one [L14]", async () => {
  const { thread, replace } = await startHeld();
  const { finish } = await replace();
  const wanted = { kind: "query", caller: "internal", requestId: "r" } as const;

  const refusals = ["a:b#body", "a:other"].map((path) => thread.refusalOf({ ...wanted, path }));

  expect(refusals).toEqual([
    { ok: false, message: expect.stringContaining('"a:b#body"') as string, logLines: [] },
    null,
  ]);
  await finish();
});

test("while no thread starts, calls over HTTP are refused with what to do, and those of pages wait [B5] [H17]", async () => {
  const gate = createGate();
  const limits = { ...defaultLimits, absentThreadMs: 0 };
  const fake = createFakeThread({ limits, wait: () => gate.opened });
  const thread = new FunctionThread({ ...fake.options, now: Date.now });
  onTestFinished(() => thread.stop());
  await thread.start();
  const begun = thread.ask("run-log", { cursor: 0 });
  const adopted = { path: "", size: 1, sha256Base64: "", contentType: null };
  const file = endOf(thread.ask("adopt-file", { token: "t", id: "i", file: adopted }));
  fake.mark("broken");
  const replaced = thread.replace({ appBundle: "broken" }).catch(() => undefined);
  await nextTurn();
  const waiting = [
    begun,
    thread.ask("query", { queries: [called] }),
    thread.http(post, { body: vi.fn(), gone: vi.fn() }).head,
    thread.ask("mutation", { function: called, client: 1, request: null }),
    thread.ask("action", { function: called, client: null }),
  ];
  const ofPage = endOf(thread.ask("mutation", { function: called, client: 1, request }));
  const actionOfPage = endOf(thread.ask("action", { function: called, client: 1 }));

  const wanted = { code: "Unavailable", message: expect.stringContaining("try again later") };
  for (const call of waiting) await expect(call).rejects.toMatchObject(wanted);
  await replaced;
  // The lost thread may have stored it.
  expect(file).toEqual({ code: "Interrupted" });
  // A later call does not wait for the next attempt.
  await expect(thread.ask("latest", {})).rejects.toMatchObject(wanted);

  fake.unmark("broken");
  gate.open();
  const heard = await until(fake.heard, (lines) => lines.includes("good action 8"));
  expect(heard.at(-1)).toBe("good action 8");
  expect([ofPage, actionOfPage]).toEqual([{}, {}]);
  expect(thread.isRunning).toBe(true);
});
