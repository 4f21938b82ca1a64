import { get } from "node:http";
import { expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api.js";
import { connect, watch } from "convex-host/test-support";
import { CookieClient } from "../support/cookie-client.ts";
import { startWorkspaceHost } from "../support/live-workspace.ts";

type Viewer = { email: string; role: string } | null;

async function startWorkspace() {
  const { url, logged } = await startWorkspaceHost({
    env: { COMPANY_DOMAIN: "homes.test", ADMIN_EMAILS: "admin@homes.test", SEED: "none" },
    host: { appBundle: inject("workspace").app },
  });
  const signIn = async (email: string, browser = new CookieClient()) => {
    const visit = await browser.navigate(
      `${url}/api/login?returnTo=/projects&login_hint=${encodeURIComponent(email)}`,
    );
    // A sign-in that does not begin reports the reason, and the host logs it.
    if (visit.addresses.length === 1)
      throw new Error([await visit.response.text(), ...logged].join("\n"));
    return { browser, visit };
  };
  const getJson = async (browser: CookieClient, path: string) => {
    const response = await browser.request(url + path);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  /** Opens a live connection with the tokens of a browser, as the pages do. */
  const goLive = (browser: CookieClient) => {
    const client = connect(url);
    client.setAuth(async () => {
      // A test may end while the client requests its next token.
      const answer = await getJson(browser, "/api/auth/token").catch(() => null);
      return answer?.status === 200 ? String(answer.body.token) : null;
    });
    return client;
  };
  return { url, signIn, getJson, goLive };
}

test("signing in at the demo provider ends on the page asked for, with a session [AUTH-02]", async () => {
  const { url, signIn, getJson } = await startWorkspace();

  const { browser, visit } = await signIn("manager@homes.test");

  expect(visit.url).toBe(`${url}/projects`);
  expect(visit.addresses[1]).toMatch(new RegExp(`^${url}/idp/auth\\?`));
  expect(await getJson(browser, "/api/auth/user")).toMatchObject({
    status: 200,
    body: {
      email: "manager@homes.test",
      role: "project_manager",
      firstName: "Morgan",
      lastName: "Reyes",
      profileImageUrl: `${url}/idp/pictures/manager%40homes.test.svg`,
    },
  });
});

test("the token of the session signs the live connection in [AUTH-07]", async () => {
  const { signIn, goLive } = await startWorkspace();
  const { browser } = await signIn("admin@homes.test");

  const viewer = await watch<Viewer>(goLive(browser), api.users.viewer, {}).until(
    (value) => value !== null,
  );

  expect(viewer).toMatchObject({ email: "admin@homes.test", role: "account_administrator" });
});

test("signing out reaches the open page of the same session at once [AUTH-17]", async () => {
  const { url, signIn, getJson, goLive } = await startWorkspace();
  const { browser } = await signIn("manager@homes.test");
  const viewer = watch<Viewer>(goLive(browser), api.users.viewer, {});
  await viewer.until((value) => value !== null);

  const { url: after } = await browser.navigate(`${url}/api/logout`);

  expect(await viewer.next()).toBeNull();
  expect(after).toBe(`${url}/`);
  expect((await getJson(browser, "/api/auth/user")).status).toBe(401);
});

test("an outsider ends on the landing page, without a session [OP-05]", async () => {
  const { url, signIn, getJson } = await startWorkspace();

  const { browser, visit } = await signIn("outsider@visitor.example");

  expect(visit.url).toBe(`${url}/?signin=refused`);
  expect((await getJson(browser, "/api/auth/user")).status).toBe(401);
});

test("a visit to 127.0.0.1 signs in at localhost, where the provider returns to [AUTH-12]", async () => {
  const { url } = await startWorkspace();
  const elsewhere = url.replace("localhost", "127.0.0.1");

  const { addresses, url: end } = await new CookieClient().navigate(
    `${elsewhere}/api/login?login_hint=admin@homes.test`,
  );

  expect(addresses[1]).toMatch(new RegExp(`^${url}/api/login\\?`));
  expect(end).toBe(`${url}/`);
});

test("a visit to the name with a dot at its end signs in at the name without it, whose cookies it gets [AUTH-12]", async () => {
  const { url } = await startWorkspace();
  const { port } = new URL(url);
  const options = { host: "127.0.0.1", port, path: "/api/login?login_hint=admin@homes.test" };

  const location = await new Promise<string | undefined>((resolve, reject) => {
    get({ ...options, headers: { Host: `localhost.:${port}` } }, (response) => {
      response.resume();
      resolve(response.headers.location);
    }).on("error", reject);
  });

  expect(location).toBe(`${url}/api/login?login_hint=admin%40homes.test&moved=1`);
});

test("the debug information names the browser and the host it came to [API-06]", async () => {
  const { url, signIn, getJson } = await startWorkspace();
  const { browser } = await signIn("manager@homes.test");

  const { body } = await getJson(browser, "/api/auth/debug");

  expect(body).toMatchObject({
    isAuthenticated: true,
    user: { email: "manager@homes.test" },
    headers: { userAgent: "node", host: new URL(url).host },
  });
});

test("the host lets no page of another site change anything [OP-06]", async () => {
  const { url } = await startWorkspace();

  const response = await fetch(`${url}/api/projects`, {
    method: "POST",
    headers: { Origin: "https://evil.test", "Content-Type": "application/json" },
    body: "{}",
  });

  expect(response.status).toBe(403);
});

test("an unknown address below /api answers 404 in JSON [OP-57]", async () => {
  const { url } = await startWorkspace();

  const response = await fetch(`${url}/api/nothing/here`);

  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ message: "There is nothing at this address." });
});
