import { afterEach, beforeEach, expect, test, vi } from "vitest";

const fetchMock = vi.fn<typeof fetch>();
let isConnected: boolean;
let tell: () => void;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  window.localStorage.clear();
  vi.stubGlobal("fetch", fetchMock.mockReset().mockRejectedValue(new TypeError("Failed to fetch")));
  // The state of the connection belongs to the whole window.
  vi.resetModules();
  isConnected = true;
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Loads the page again on the same device. Returns true if it need not wait for the server. */
async function beginsInDoubt() {
  vi.resetModules();
  const { isServerDoubtful } = await import("../../../../src/lib/connection/connection.ts");
  return isServerDoubtful();
}

async function follow({ isOnLine = true } = {}) {
  network(isOnLine);
  const { connection, followConnection } =
    await import("../../../../src/lib/connection/connection.ts");
  stop = followConnection({
    connectionState: () => ({ isWebSocketConnected: isConnected }) as never,
    subscribeToConnectionState: (listener) => {
      tell = () => listener({} as never);
      return () => undefined;
    },
  });
  return () => connection.snapshot().state;
}

function network(isOnLine: boolean) {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnLine);
  window.dispatchEvent(new Event(isOnLine ? "online" : "offline"));
}

function socket(isOpen: boolean) {
  isConnected = isOpen;
  tell();
}

test("a closed connection is told within 2 s, a long one as offline, and its return at once [FIELD-05]", async () => {
  const state = await follow();
  expect(state()).toBe("live");
  socket(false);
  expect(state()).toBe("live");
  vi.advanceTimersByTime(1900);
  expect(state()).toBe("reconnecting");

  // The client reports each attempt.
  for (let second = 0; second < 15; second += 1) {
    vi.advanceTimersByTime(1000);
    tell();
  }
  expect(state()).toBe("offline");
  socket(true);
  expect(state()).toBe("live");
});

test("a connection that is back within a second is not worth a word [FIELD-05]", async () => {
  const state = await follow();
  socket(false);
  vi.advanceTimersByTime(900);
  socket(true);
  vi.advanceTimersByTime(5000);
  expect(state()).toBe("live");
});

test("what the browser says of the network counts at once, and less than an open connection [FIELD-05]", async () => {
  const state = await follow();
  isConnected = false;
  network(false);
  expect(state()).toBe("offline");
  // A server on this very computer needs no network.
  socket(true);
  expect(state()).toBe("live");
});

test("a page that starts without a network is offline from its first moment [FIELD-05]", async () => {
  isConnected = false;
  expect((await follow({ isOnLine: false }))()).toBe("offline");
});

test("a page that begins after a lost connection does not wait for the server, and one after its return does [FIELD-02]", async () => {
  await follow();
  expect(await beginsInDoubt()).toBe(false);
  socket(false);
  vi.advanceTimersByTime(2000);
  expect(await beginsInDoubt()).toBe(true);
  socket(true);
  expect(await beginsInDoubt()).toBe(false);
});

test("a lost server is looked for every second, but not without a network or for a hidden page [FIELD-05]", async () => {
  await follow();
  socket(false);
  await vi.advanceTimersByTimeAsync(1500);
  fetchMock.mockClear();
  await vi.advanceTimersByTimeAsync(3000);
  expect(fetchMock).toHaveBeenCalledTimes(3);

  const online = vi.fn();
  window.addEventListener("online", online);
  fetchMock.mockResolvedValueOnce(new Response());
  await vi.advanceTimersByTimeAsync(1000);
  expect(online).toHaveBeenCalledOnce();
  window.removeEventListener("online", online);

  fetchMock.mockClear();
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(5000);
  hidden.mockReturnValue(false);
  network(false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(fetchMock).not.toHaveBeenCalled();
});
