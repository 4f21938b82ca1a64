import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { ownProvider } from "../../support/live-workspace.ts";
import { startDoorHost } from "./door-host.ts";

/**
 * Returns the headers of a sender behind this many proxies. Each proxy appends the address that it sees to the sender's
 * own claim.
 */
function behind(proxies: number) {
  const added = Array.from({ length: proxies - 1 }, (_, index) => `10.0.0.${index + 1}`);
  return (sender: string, claim: string) => ({
    "X-Forwarded-For": [claim, sender, ...added].join(", "),
    "X-Forwarded-Host": "evil.test",
    "X-Real-IP": claim,
    Forwarded: `for=${claim};host=evil.test`,
  });
}

async function start(proxies: number) {
  const host = await startDoorHost(
    { ...ownProvider, TRUST_PROXY: String(proxies), SIGN_IN_LIMIT: "2" },
    { unsignedClientsPerAddress: 2 },
  );
  onTestFinished(() => host.stop());
  return { host, from: behind(proxies) };
}

/** Returns true if the host accepts a socket from this sender. */
async function opensSocket(url: string, headers: Record<string, string>): Promise<boolean> {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/api/sync`, { headers });
  onTestFinished(() => socket.terminate());
  return await new Promise((resolve) => {
    socket.once("open", () => resolve(true));
    socket.once("error", () => resolve(false));
  });
}

test.each([1, 2])(
  "behind %i proxies the address that the first of them saw counts for sign-ins, sockets and the audit log, whatever the sender claims [H12] [B14] [AUDIT-01]",
  async (proxies) => {
    const { host, from } = await start(proxies);
    const signIn = async (headers: Record<string, string>) =>
      (await fetch(`${host.url}/api/login`, { headers, redirect: "manual" })).status === 429;

    const isRefused: boolean[] = [];
    const opened: boolean[] = [];
    for (const claim of ["203.0.113.1", "203.0.113.2", "127.0.0.1"]) {
      isRefused.push(await signIn(from("192.0.2.1", claim)));
      opened.push(await opensSocket(host.url, from("192.0.2.1", claim)));
    }

    expect(isRefused).toEqual([false, false, true]);
    expect(opened).toEqual([true, true, false]);
    expect(await signIn(from("192.0.2.2", "192.0.2.1"))).toBe(false);
    expect(await opensSocket(host.url, from("192.0.2.2", "192.0.2.1"))).toBe(true);

    const { userId, headers } = await host.newPerson("project_supervisor");
    const list = { headers: { ...headers, ...from("192.0.2.3", "203.0.113.3") } };
    expect((await fetch(`${host.url}/api/users`, list)).status).toBe(403);
    const { auditEntries } = await host.auditLog();
    expect(auditEntries.filter((entry) => entry.userId === userId)).toMatchObject([
      { kind: "access.refused", address: "192.0.2.3" },
    ]);
  },
);
