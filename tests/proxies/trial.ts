import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { ConvexClient } from "convex/browser";
import { encode } from "fast-png";
import { api } from "../../convex/_generated/api.js";
import { CookieClient } from "../support/cookie-client.ts";

/** Pings are more frequent than this; the proxies are configured to close connections that are silent for less. */
const silenceMs = 40_000;

/** Checks everything that a browser needs of a proxy, in the order a person meets it; throws at the first failure. */
export async function tryThrough(origin: string): Promise<string[]> {
  const browser = new CookieClient();
  const passed: string[] = [];
  const step = async (what: string, work: () => Promise<void>) => {
    await work();
    passed.push(what);
  };

  await step("sign-in, with cookies for https only", async () => {
    const visit = await browser.navigate(`${origin}/api/login?login_hint=manager@localhost`);
    assert.equal(visit.url, `${origin}/`);
    const user = await browser.request(`${origin}/api/auth/user`);
    assert.equal(user.status, 200);
    assert.ok(browser.cookiesFor(origin).some(({ attributes }) => attributes.has("secure")));
  });

  const client = new ConvexClient(origin);
  client.setAuth(async () => {
    const response = await browser.request(`${origin}/api/auth/token`);
    return ((await response.json()) as { token: string }).token;
  });
  const [project] = await client.query(api.projects.list, {});
  const [unit] = await client.query(api.units.list, { projectId: project!.id });

  await step("live changes over the WebSocket", async () => {
    const name = `Proxy ${randomBytes(4).toString("hex")}`;
    let stop = () => {};
    const seen = new Promise<void>((resolve) => {
      stop = client.onUpdate(api.projects.list, {}, (list) => {
        if (list.some((one) => one.name === name)) resolve();
      });
    });
    await client.mutation(api.projects.create, { name, units: ["1A"] });
    await seen;
    stop();
  });

  await step(
    "an upload of nearly 10 MB, and the same as a long answer, byte for byte",
    async () => {
      const side = 1_780;
      const png = encode({
        width: side,
        height: side,
        data: randomBytes(side * side * 3),
        channels: 3,
      });
      const form = new FormData();
      form.set("photo", new Blob([Uint8Array.from(png)], { type: "image/png" }), "noise.png");
      form.set("unitId", unit!.id);
      form.set("type", "progress");
      const headers = { Origin: origin };
      const sent = await browser.request(`${origin}/api/photos`, {
        method: "POST",
        body: form,
        headers,
      });
      assert.equal(sent.status, 201, await sent.clone().text());
      const { filename } = (await sent.json()) as { filename: string };
      const back = await browser.request(`${origin}/api/photos/${filename}`);
      assert.deepEqual(Buffer.from(await back.arrayBuffer()), Buffer.from(png));
    },
  );

  await step("a silence longer than proxies wait for", async () => {
    const before = client.connectionState().connectionCount;
    await new Promise((resolve) => setTimeout(resolve, silenceMs));
    await client.query(api.projects.list, {});
    assert.equal(client.connectionState().connectionCount, before);
  });

  await step("changes from other sites are refused", async () => {
    const headers = { Origin: "https://evil.example", "Content-Type": "application/json" };
    const body = JSON.stringify({ unitId: unit!.id, content: "hello" });
    const answer = await browser.request(`${origin}/api/unit-notes`, {
      method: "POST",
      body,
      headers,
    });
    assert.equal(answer.status, 403);
  });

  await step("sign-out", async () => {
    await browser.navigate(`${origin}/api/logout`);
    assert.equal((await browser.request(`${origin}/api/auth/user`)).status, 401);
  });
  await client.close();
  return passed;
}
