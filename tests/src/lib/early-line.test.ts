import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ofServer } from "../support/of-server.ts";

const made: FakeSocket[] = [];
const asked: string[] = [];

/** A socket that opens and closes when the test says so. */
class FakeSocket extends EventTarget {
  readonly OPEN = 1;
  readyState = 0;
  onopen: ((event: Event) => void) | null = null;
  onclose: unknown = null;
  onmessage: unknown = null;
  onerror: unknown = null;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    made.push(this);
  }

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  close() {
    this.readyState = 2;
  }
}

const part = (value: object) => btoa(JSON.stringify(value));
const token = `head.${part({ iat: 0, exp: 900, userId: "ana" })}.sign`;
const sync = `${window.location.origin.replace("http", "ws")}/api/`;

let answer: (response: Response) => void;
beforeEach(() => {
  made.length = 0;
  vi.resetModules();
  vi.stubGlobal("WebSocket", Object.assign(FakeSocket, { OPEN: 1 }));
  asked.length = 0;
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return new Promise((resolve) => {
      if (path === "/api/auth/token") answer = resolve;
    });
  });
});
afterEach(() => vi.useRealTimers());

/** Loads the early connection; its token arrives when `answer` is called. */
async function load() {
  vi.useFakeTimers();
  const { ReadyWebSocket } = await import("../../../src/lib/early-line.ts");
  const { holdOpening } = await import("../../../src/lib/connection/watchful-web-socket.ts");
  const take = (url = made[0]?.url ?? "") => {
    const opened = vi.fn();
    const socket = new ReadyWebSocket(url) as unknown as FakeSocket;
    socket.onopen = opened;
    return { socket, opened };
  };
  return { take, holdOpening };
}

const signIn = async () => {
  answer(ofServer(Response.json({ token })));
  await vi.advanceTimersByTimeAsync(0);
};

test("the socket opens with the token, before there is a client, which takes it and hears once that it is open", async () => {
  const { take } = await load();
  expect(made).toHaveLength(0);
  await signIn();
  expect(made.map(({ url }) => url)).toEqual([expect.stringMatching(/\/api\/[\d.]+\/sync$/)]);
  expect(made[0]?.url.startsWith(sync)).toBe(true);
  made[0]?.open();

  const { socket, opened } = take();
  expect(socket).toBe(made[0]);
  expect(opened).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10);
  expect(opened).toHaveBeenCalledOnce();

  expect(take().socket).toBe(made[1]);
});

test.each([
  ["before it is taken", true],
  ["after it was taken", false],
])(
  "a socket that opens while the client waits for its token, %s, is told once",
  async (_, isOpenFirst) => {
    const { take, holdOpening } = await load();
    await signIn();
    let release: () => void = () => undefined;
    holdOpening(new Promise<void>((resolve) => (release = resolve)));
    if (isOpenFirst) made[0]?.open();
    const { opened } = take();
    if (!isOpenFirst) made[0]?.open();
    await vi.advanceTimersByTimeAsync(10);
    expect(opened).not.toHaveBeenCalled();
    release();
    await vi.advanceTimersByTimeAsync(10);
    expect(opened).toHaveBeenCalledOnce();
  },
);

test("a socket that closed before anybody took it, or leads elsewhere, is not taken", async () => {
  const { take } = await load();
  await signIn();
  made[0]?.close();
  const { socket } = take();
  expect(socket).toBe(made[1]);
});

test("the reads of the screen go out with the token, and of a stranger it is asked alone who that is", async () => {
  window.history.replaceState(null, "", "/projects/oak/board");
  await load();
  const first = ["/api/auth/token", "/api/auth/user"];
  expect(asked).toEqual(first);
  await signIn();
  const opening = "/api/projects/oak/board/opening";
  expect(asked).toEqual([...first, opening]);

  // A page that starts from stored answers may send requests before it has a token.
  vi.resetModules();
  asked.length = 0;
  await load();
  const { takeEarly } = await import("../../../src/lib/answers/early-asked.ts");
  takeEarly(opening);
  await signIn();
  expect(asked).toEqual([...first, opening]);

  vi.resetModules();
  asked.length = 0;
  await load();
  answer(ofServer(Response.json({ token: null }, { status: 401 })));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(first);
});

test("nobody who is not signed in, and no client that was quicker, gets a second socket", async () => {
  const { take } = await load();
  answer(ofServer(Response.json({ token: null }, { status: 401 })));
  await vi.advanceTimersByTimeAsync(0);
  expect(made).toHaveLength(0);

  vi.resetModules();
  const quicker = await load();
  quicker.take("ws://turnboard.test/sync");
  await signIn();
  expect(made).toHaveLength(1);
  expect(take).toBeTypeOf("function");
});
