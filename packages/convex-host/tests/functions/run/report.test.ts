import { mutationGeneric, queryGeneric } from "convex/server";
import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import type { LogFields } from "../../../src/log.ts";
import { callOf, startEngine } from "../../support/started-engine.ts";

const printed = globalThis.console;

test("the operator's log has everything, also when callers see nothing [R26]", async () => {
  const entries: [string, string, LogFields | undefined][] = [];
  const writer = (level: string) => (event: string, fields?: LogFields) => {
    entries.push([level, event, fields]);
  };
  const log = {
    debug: writer("debug"),
    info: writer("info"),
    warn: writer("warn"),
    error: writer("error"),
  };
  const chatty = queryGeneric(() => {
    printed.log("hello");
    return null;
  });
  const broken = mutationGeneric(() => {
    throw new Error("secret detail");
  });
  const refusing = queryGeneric(() => {
    throw new ConvexError({ code: "forbidden" });
  });
  const modules = { app: { chatty, broken, refusing } };
  const { engine } = await startEngine({ modules, redact: true, log });
  const request = { requestId: "r1", ip: null, userAgent: null };

  await engine.query(callOf("app:chatty", {}, { request }));
  await engine.mutation(callOf("app:broken", {}, { request }));
  await engine.query(callOf("app:refusing", {}, { request }));
  await engine.query(callOf("app:nothing", {}, { request }));

  const { requestId } = request;
  expect(entries).toEqual([
    ["info", "function.printed", { path: "app:chatty", requestId, line: "[LOG] 'hello'" }],
    ["warn", "function.failed", textFor("app:broken", "Uncaught Error: secret detail")],
    ["debug", "function.refused", textFor("app:refusing", "Uncaught ConvexError")],
    ["debug", "function.refused", textFor("app:nothing", "Could not find public function")],
  ]);
});

function textFor(path: string, text: string) {
  return { path, requestId: "r1", error: expect.stringContaining(text) };
}
