import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { FunctionThread } from "../../../src/server/keeper/function-thread.ts";
import type { Json } from "../../../src/values/json.ts";
import type { CallCommand } from "../../../src/wire/messages.ts";
import { createFakeThread, die } from "../../support/fake-thread.ts";
import { until } from "../../support/until.ts";

const metadata = { requestId: "r", ip: null, userAgent: null };
const request = { sessionId: "s", requestId: 1 };
const action: Extract<CallCommand, { type: "action" }> = {
  type: "action",
  call: 0,
  client: null,
  function: { path: "a:b", args: "{}", identity: null, caller: "public", metadata },
};
const post: Extract<CallCommand, { type: "http" }> = {
  ...{ type: "http", call: 0, isForAdmin: false, identity: null, metadata },
  request: { url: "http://localhost/x", method: "POST", headers: [], hasBody: true },
};

/** One that runs, and ends for another only when it is told to. */
async function startHeld() {
  const fake = createFakeThread();
  const thread = new FunctionThread({ ...fake.options, now: Date.now });
  onTestFinished(() => {
    fake.unmark("held");
    return thread.stop();
  });
  await thread.start();
  fake.mark("held");
  const listen = () => ({ head: vi.fn(), body: vi.fn(), gone: vi.fn() });
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
      thread.call({ type: "latest", call: 0 }, () => undefined);
      return await until(fake.heard, (lines) => lines.at(-1)?.includes("latest") === true);
    };
    return { finish };
  };
  return { thread, heard: fake.heard, listen, sendBody, replace };
}

test("[B5] [H4] what comes while there is no thread waits for the next one, bodies behind their calls", async () => {
  const { thread, listen, sendBody, replace } = await startHeld();
  const { finish } = await replace();
  const [listener, answer] = [listen(), vi.fn()];

  const call = thread.http(post, listener);
  sendBody(call);
  thread.sendBody({ type: "body-end", call });
  thread.call(action, answer);

  const heard = ["http 1", "action 2", "body 1", "body-end 1", "latest 3"];
  expect(await finish()).toEqual(heard.map((line) => `changed ${line}`));
  expect(listener.gone).not.toHaveBeenCalled();
  expect(answer).not.toHaveBeenCalled();
});

test("[B5] [H4] of what the thread had begun nothing goes to the next one, and its callers are told", async () => {
  const { thread, heard, listen, sendBody, replace } = await startHeld();
  const [listener, answer] = [listen(), vi.fn()];
  const call = thread.http(post, listener);
  sendBody(call);
  thread.call(action, answer);
  await until(heard, (lines) => lines.length === 3);
  const { finish } = await replace();

  sendBody(call);

  const begun = ["good http 1", "good body 1", "good action 2"];
  expect(await finish()).toEqual([...begun, "changed latest 3"]);
  expect(listener.gone).toHaveBeenCalledOnce();
  expect(answer).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ outcome: expect.objectContaining({ code: "Interrupted" }) }),
  );
});

test("[B5] [H4] an HTTP action whose caller left before a thread took it is not begun", async () => {
  const { thread, listen, sendBody, replace } = await startHeld();
  const { finish } = await replace();
  const call = thread.http(post, listen());
  sendBody(call);

  thread.sendBody({ type: "body-abort", call });
  thread.endHttp(call);

  expect(thread.isBusy).toBe(false);
  expect(await finish()).toEqual(["changed latest 2"]);
});

test("[B9] a call that cannot be put into a message fails alone", async () => {
  const { thread, heard } = await startHeld();
  let deep: Json = null;
  for (let level = 0; level < 20_000; level++) deep = [deep];
  const identity = { tokenIdentifier: "i|s", issuer: "i", subject: "s", deep };
  const [refused, answer] = [vi.fn(), vi.fn()];

  thread.call({ ...action, function: { ...action.function, identity } }, refused);
  thread.call(action, answer);

  await until(heard, (lines) => lines.length === 1);
  await until(
    () => refused.mock.calls,
    (calls) => calls.length > 0,
  );
  expect(heard()).toEqual(["good action 2"]);
  expect(refused).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ outcome: expect.objectContaining({ code: "BadRequest" }) }),
  );
  expect(answer).not.toHaveBeenCalled();
});

test("[B11] a call with which threads are lost again and again is not sent for ever, but settled", async () => {
  const fake = createFakeThread();
  const thread = new FunctionThread({ ...fake.options, now: Date.now });
  onTestFinished(() => thread.stop());
  await thread.start();
  const answer = vi.fn();
  const { function: called } = action;
  thread.call(
    { type: "mutation", call: 0, function: called, client: null, request },
    () => undefined,
  );
  thread.call({ type: "query", call: 0, queries: [], at: null }, answer);

  for (let starts = 1; starts <= 5; starts += 1) {
    await until(fake.starts, (names) => names.length === starts);
    await until(fake.heard, (lines) => lines.length === 2 * starts);
    thread.tell(die);
  }

  const heard = await until(fake.heard, (lines) => lines.length === 11);
  expect(heard.slice(-3)).toEqual(["good mutation 1", "good query 2", "good settle 1"]);
  expect(answer).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ outcome: expect.objectContaining({ code: "Interrupted" }) }),
  );
});
