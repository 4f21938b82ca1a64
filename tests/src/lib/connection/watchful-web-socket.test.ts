import { afterEach, beforeEach, expect, test, vi } from "vitest";

// The test environment calls the on... handlers of any event target, as a browser does.
class QuietSocket extends EventTarget {
  onclose: ((event: Event) => void) | null = null;
  onmessage: unknown = null;
  onerror: unknown = null;
  closed = false;

  close() {
    this.closed = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", QuietSocket);
  vi.resetModules();
});
afterEach(() => void vi.useRealTimers());

async function openSocket() {
  const { giveUpOpening, SILENCE_LIMIT_MS, WatchfulWebSocket } =
    await import("../../../../src/lib/connection/watchful-web-socket.ts");
  const socket = new WatchfulWebSocket("ws://turnboard.test");
  const closed = vi.fn();
  socket.onclose = closed;
  return {
    socket: socket as unknown as QuietSocket,
    closed,
    giveUpOpening,
    limit: SILENCE_LIMIT_MS,
  };
}

test("a server that is silent for too long counts as gone, once, within 20 s", async () => {
  const { socket, closed, limit } = await openSocket();
  expect(limit).toBeLessThan(20_000);
  vi.advanceTimersByTime(limit);
  expect(closed).toHaveBeenCalledOnce();
  expect(socket.closed).toBe(true);
  socket.dispatchEvent(new Event("close"));
  expect(closed).toHaveBeenCalledOnce();
});

test("every message gives the server new time", async () => {
  const { socket, closed, limit } = await openSocket();
  for (const type of ["open", "message", "message"]) {
    vi.advanceTimersByTime(limit - 1);
    socket.dispatchEvent(new Event(type));
  }
  vi.advanceTimersByTime(limit - 1);
  expect(closed).not.toHaveBeenCalled();
});

test("a closed connection is not watched any more", async () => {
  const { socket, closed, limit } = await openSocket();
  socket.dispatchEvent(new Event("close"));
  vi.advanceTimersByTime(limit * 2);
  expect(closed).toHaveBeenCalledOnce();
});

test("a connection ends at once when the browser says that there is no network [FIELD-05]", async () => {
  const { socket, closed } = await openSocket();
  window.dispatchEvent(new Event("offline"));
  expect(closed).toHaveBeenCalledOnce();
  expect(socket.closed).toBe(true);
});

test("a connection that is stuck while it opens is given up when the server is found, an open one never [FIELD-05]", async () => {
  const { socket, closed, giveUpOpening } = await openSocket();
  vi.advanceTimersByTime(900);
  giveUpOpening(1000);
  expect(closed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  giveUpOpening(1000);
  expect(closed).toHaveBeenCalledOnce();
  expect(socket.closed).toBe(true);

  const second = await openSocket();
  second.socket.dispatchEvent(new Event("open"));
  vi.advanceTimersByTime(2000);
  second.giveUpOpening(1000);
  expect(second.closed).not.toHaveBeenCalled();
});

test("a connection opens no sooner than it is known whose it is, and not at all when it has closed by then [FIELD-08]", async () => {
  const { holdOpening, WatchfulWebSocket } =
    await import("../../../../src/lib/connection/watchful-web-socket.ts");
  let tell = (_token: string) => {};
  holdOpening(new Promise<string>((resolve) => (tell = resolve)));
  const begin = () => {
    const socket = new WatchfulWebSocket("ws://turnboard.test");
    const opened = vi.fn();
    socket.addEventListener("open", opened);
    Object.assign(socket, { OPEN: 1, readyState: 1 });
    socket.dispatchEvent(new Event("open"));
    return { socket, opened };
  };
  const waiting = begin();
  const gone = begin();
  await vi.advanceTimersByTimeAsync(1000);
  expect(waiting.opened).not.toHaveBeenCalled();

  Object.assign(gone.socket, { readyState: 3 });
  tell("a token");
  await vi.advanceTimersByTimeAsync(1);
  expect(waiting.opened).toHaveBeenCalledOnce();
  expect(gone.opened).not.toHaveBeenCalled();
  expect(begin().opened).toHaveBeenCalledOnce();
});
