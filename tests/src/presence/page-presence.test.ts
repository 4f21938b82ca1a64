import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getFunctionName, type FunctionReference } from "convex/server";
import { beatMs } from "../../../convex/rules/presence.ts";
import { PagePresence } from "../../../src/lib/presence/page-presence.ts";
import { typing } from "../../../src/lib/presence/typing.ts";

type Said = { name: string; args: Record<string, unknown> };

let said: Said[];
let answer: () => Promise<unknown>;
let leaveAll: (() => void)[];

const oak = { projectId: "oak" };
const client = {
  mutation: async (mutation: FunctionReference<"mutation">, args: Record<string, unknown>) => {
    const { page: _, ...rest } = args;
    said.push({ name: getFunctionName(mutation), args: rest });
    return await answer();
  },
};

const looks = (args: object) => ({ name: "presence:look", args });
const leaves = { name: "presence:leave", args: {} };

function open(place: { projectId: string; unitId?: string }, page = newPage()) {
  const leave = page.enter(place);
  leaveAll.push(leave);
  return { page, leave };
}

function newPage(): PagePresence {
  return new PagePresence(client as never);
}

function hide(hidden: boolean) {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  leaveAll = [];
  answer = () => Promise.resolve(null);
});

afterEach(async () => {
  for (const leave of leaveAll) leave();
  typing.set(null);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
});

test("a page says at once what it shows, and again every twenty seconds [SEEN-01]", async () => {
  open(oak);
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toEqual([looks(oak)]);

  await vi.advanceTimersByTimeAsync(2 * beatMs);

  expect(said).toEqual([looks(oak), looks(oak), looks(oak)]);
});

test("the part that came last is in front; one that goes shows what was behind it [SEEN-01]", async () => {
  const { page } = open(oak);
  const { leave } = open({ ...oak, unitId: "101" }, page);
  await vi.advanceTimersByTimeAsync(1);
  leave();
  leaveAll.pop();
  await vi.advanceTimersByTimeAsync(1);

  expect(said).toEqual([looks({ ...oak, unitId: "101" }), looks(oak)]);
});

test("a unit that opens with its page is in front of the project, which comes after it [SEEN-01]", async () => {
  const { page } = open({ projectId: "oak", unitId: "204" });
  open(oak, page);
  await vi.advanceTimersByTimeAsync(1);

  expect(said).toEqual([looks({ projectId: "oak", unitId: "204" })]);
});

test("a page that is hidden, closed or shows nothing says good-bye once, and comes back [SEEN-01]", async () => {
  open(oak);
  await vi.advanceTimersByTimeAsync(1);
  hide(true);
  await vi.advanceTimersByTimeAsync(5 * beatMs);
  expect(said).toEqual([looks(oak), leaves]);

  hide(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(said.slice(2)).toEqual([looks(oak)]);

  window.dispatchEvent(new Event("pagehide"));
  window.dispatchEvent(new Event("pagehide"));
  expect(said.slice(3)).toEqual([leaves]);
});

test("a page that is hidden while it speaks is not forgotten when it is seen again [SEEN-01]", async () => {
  let finish: (value: null) => void = () => undefined;
  answer = () => new Promise((resolve) => (finish = resolve));
  open(oak);
  await vi.advanceTimersByTimeAsync(1);
  answer = () => Promise.resolve(null);
  hide(true);
  hide(false);
  expect(said).toEqual([looks(oak), leaves]);

  finish(null);
  await vi.advanceTimersByTimeAsync(10);

  expect(said.slice(2)).toEqual([looks(oak)]);
});

test("without a line a page says nothing [SEEN-01]", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { connection, followConnection } =
    await import("../../../src/lib/connection/connection.ts");
  const socket = { isWebSocketConnected: false };
  const listeners = new Set<() => void>();
  const stop = followConnection({
    connectionState: () => socket as never,
    subscribeToConnectionState: (listener) => {
      listeners.add(listener as () => void);
      return () => listeners.delete(listener as () => void);
    },
  });
  expect(connection.snapshot().state).toBe("offline");
  open(oak);
  await vi.advanceTimersByTimeAsync(3 * beatMs);
  expect(said).toEqual([]);

  socket.isWebSocketConnected = true;
  for (const listener of listeners) listener();
  await vi.advanceTimersByTimeAsync(1);
  stop();

  expect(said).toEqual([looks(oak)]);
});

test("a place that the server refuses is not asked for again; the next one is [SEEN-01]", async () => {
  answer = () => Promise.reject(new ConvexError({ code: "not_found", message: "Unit not found" }));
  const { page } = open({ ...oak, unitId: "gone" });
  await vi.advanceTimersByTimeAsync(3 * beatMs);
  expect(said).toHaveLength(1);

  answer = () => Promise.reject(new Error("The server stumbled"));
  open({ ...oak, unitId: "101" }, page);
  await vi.advanceTimersByTimeAsync(1 + beatMs);

  expect(said.slice(1)).toEqual([
    looks({ ...oak, unitId: "101" }),
    looks({ ...oak, unitId: "101" }),
  ]);
});

test("the field that is typed in goes along, until it is left [SEEN-02]", async () => {
  open(oak);
  await vi.advanceTimersByTimeAsync(1);
  const field = { recordId: "101", field: "monthlyRent" };
  typing.set(field);
  await vi.advanceTimersByTimeAsync(1);
  typing.set(null);
  await vi.advanceTimersByTimeAsync(1);

  expect(said).toEqual([looks(oak), looks({ ...oak, ...field }), looks(oak)]);
});
