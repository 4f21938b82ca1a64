import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { sessionHashesOf } from "../../../convex/lib/signIn/sessionSecrets.ts";
import { type DoorHost, startDoorHost } from "./door-host.ts";

let host: DoorHost;
beforeAll(async () => {
  host = await startDoorHost({}, { clientsPerCaller: 1 });
});
afterAll(() => host.stop());

/** Inserts another session of a person and returns its cookie. */
async function signInAgain(userId: string): Promise<{ Cookie: string }> {
  const secret = `another secret of ${userId}`;
  const hashes = await sessionHashesOf(secret);
  const session = { sess: {}, expire: Date.now() + 86_400_000, userId, generation: 0 };
  const sessionId = await host.insert("sessions", { ...hashes, ...session });
  const use = { sessionId, userId, generation: 0, lastSeenAt: Date.now() };
  await host.insert("sessionUses", use);
  return { Cookie: `turnboard_session=${secret}` };
}

/** Sends the beginning of a request and never the rest. */
async function sendHalf({ Cookie }: { Cookie: string }): Promise<void> {
  const socket = connect(host.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  const head = ["POST /api/projects HTTP/1.1", "Host: localhost", `Cookie: ${Cookie}`];
  const body = ["Content-Type: application/json", "Content-Length: 1000"];
  await new Promise((resolve) =>
    socket.write(`${[...head, ...body].join("\r\n")}\r\n\r\n{"name":`, resolve),
  );
}

/**
 * Opens a live connection with the token of a session. Returns the type of the first message, or the code with which
 * the host closes it.
 */
async function openPage(headers: Record<string, string>): Promise<unknown> {
  const answer = await fetch(`${host.url}/api/auth/token`, { headers });
  const { token } = (await answer.json()) as { token: string };
  const socket = new WebSocket(`${host.url.replace("http", "ws")}/api/1.48.0/sync`);
  onTestFinished(() => socket.terminate());
  const ended = once(socket, "close").then(([code]: unknown[]) => code);
  await once(socket, "open");
  const said = once(socket, "message").then(
    ([data]: unknown[]) => (JSON.parse(String(data)) as { type: string }).type,
  );
  const sessionId = crypto.randomUUID();
  for (const message of [
    { type: "Connect", sessionId, connectionCount: 0, clientTs: Date.now() },
    { type: "Authenticate", tokenType: "User", value: token, baseVersion: 0 },
    { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] },
  ])
    socket.send(JSON.stringify(message));
  return await Promise.race([said, ended]);
}

test("a person is one caller, in however many sessions [B25] [B23]", async () => {
  const ann = await host.newPerson("project_manager");
  const bob = await host.newPerson("project_manager");

  expect(await openPage(ann.headers)).toBe("Transition");
  expect(await openPage(await signInAgain(ann.userId))).toBe(1013);
  expect(await openPage(bob.headers)).toBe("Transition");
});

test("whoever has 16 calls that never end still gets tokens, opens pages and ends sessions [B19]", async () => {
  const ann = await host.newPerson("project_manager");
  const cookie = ann.headers as { Cookie: string };
  // After the first request, the host knows the owner of these cookies.
  await fetch(`${host.url}/api/projects`, { headers: ann.headers });
  for (let times = 0; times < 16; times++) await sendHalf(cookie);

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(host.url + path, { headers: ann.headers, ...init });
  await expect
    .poll(() => ask("/api/projects", { signal: AbortSignal.timeout(300) }).catch(() => "held"))
    .toBe("held");

  const own = await ask("/api/auth/user", { signal: AbortSignal.timeout(10_000) });
  expect(await own.json()).toMatchObject({ id: ann.userId });
  expect(await openPage(ann.headers)).toBe("Transition");
  expect((await ask("/api/auth/sessions", { method: "DELETE" })).status).toBe(200);
});
