import { expect, type Page } from "@playwright/test";
import { addressOf, expectProviderPage, signIn, signInUnseen } from "./support/people.ts";
import { hearToasts, toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

const welcome = "Your comprehensive project management workspace for vacant unit construction";
const protectedPaths = ["/projects", "/units", "/analytics", "/reports", "/user-management"];

async function statusOfViewer(page: Page): Promise<number> {
  return (await page.request.get("/api/auth/user")).status();
}

test("a visitor is welcomed at the front door [AUTH-03] [AUTH-06] [AUTH-08]", async ({ page }) => {
  await page.goto("/");

  await expect(page.getByText(welcome)).toBeVisible();
  await expect(page.getByRole("banner").getByText("Customer Portal")).toBeVisible();
  await expect(page.getByRole("banner").getByText(/Powered by/)).toBeVisible();
  await expect(page.getByRole("banner").getByRole("img")).toBeVisible();
});

test("a visitor at an unknown address sees the landing page [AUTH-10]", async ({ page }) => {
  await page.goto("/some/unknown/path");

  await expect(page.getByText(welcome)).toBeVisible();
});

test("a visitor signs in by choosing a person of the demo provider [AUTH-02] [AUTH-12] [SHELL-01]", async ({
  page,
}) => {
  await page.goto("/");
  const login = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/login");
  await page
    .getByRole("link", { name: /^sign in/i })
    .or(page.getByRole("button", { name: /^sign in/i }))
    .first()
    .click();
  expect((await login).isNavigationRequest()).toBe(true);

  await page.getByRole("button", { name: new RegExp(addressOf("manager")) }).click();

  await expect(page.getByRole("heading", { name: "Project Dashboard" })).toBeVisible();
  await expect(page.getByText(addressOf("manager")).first()).toBeVisible();
});

test("an outsider is turned away without a session [AUTH-01]", async ({ page }) => {
  await page.goto("/api/login?login_hint=stranger%40elsewhere.example");

  await expect(page.getByRole("alert")).toContainText("This account may not sign in");
  expect(await statusOfViewer(page)).toBe(401);
});

for (const path of protectedPaths) {
  test(`${path} asks a visitor to sign in [AUTH-15] [AUTH-18]`, async ({ page }) => {
    const login = page.waitForRequest(
      (request) => new URL(request.url()).pathname === "/api/login",
    );
    // The notice is visible for half a second, too short for polling the page.
    const heard = await hearToasts(page);
    await page.goto(path);

    await expect.poll(() => heard.join("\n")).toContain("You are logged out. Logging in again...");
    expect((await login).isNavigationRequest()).toBe(true);
    await expectProviderPage(page);
  });
}

test("the notice stands for half a second before the sign-in [AUTH-16] [PROJ-01]", async ({
  page,
}) => {
  const start = new Date("2026-01-05T09:00:00Z");
  await page.clock.install({ time: start });
  await page.clock.pauseAt(new Date(start.getTime() + 1_000));
  const logins: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/login") logins.push(request.url());
  });
  await page.goto("/projects");
  await expect(toastOn(page, "Unauthorized")).toBeVisible();
  await expect(page.getByText("Loading...").first()).toBeVisible();

  await page.clock.runFor(450);
  expect(logins).toEqual([]);
  await page.clock.runFor(100);

  await expect.poll(() => logins.length).toBe(1);
  await expectProviderPage(page);
});

test("it says that it is loading until it knows who is there [AUTH-11]", async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/auth/user", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/");
  await expect(page.getByText("Loading...").first()).toBeVisible();
  await expect(page.getByText(welcome)).toHaveCount(0);

  answer();

  await expect(page.getByText(welcome)).toBeVisible();
});

test("the dashboard waits with a spinner until it knows who is there [DASH-03]", async ({
  page,
}) => {
  // The device has no stored person yet. With one, the page would start without this answer after a moment.
  await signInUnseen(page, "manager");
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/auth/user", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/");
  await expect(page.getByRole("status").locator("svg")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Project Dashboard" })).toHaveCount(0);

  answer();

  await expect(page.getByRole("heading", { name: "Project Dashboard" })).toBeVisible();
});

test("signing out ends the session for good [AUTH-13]", async ({ page, context }) => {
  await signIn(page, "manager");
  const before = await context.cookies();

  await page
    .getByRole("link", { name: /log ?out|sign out/i })
    .or(page.getByRole("button", { name: /log ?out|sign out/i }))
    .first()
    .click();

  await expect(page.getByText(welcome)).toBeVisible();
  await context.addCookies(before);
  expect(await statusOfViewer(page)).toBe(401);
});

test("signing out in one window closes the session in the other [AUTH-17]", async ({ openAs }) => {
  const page = await openAs("manager");
  const heard = await hearToasts(page);
  await page.goto("/projects");
  await expect(page.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
  const other = await page.context().newPage();
  const login = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/login");

  await other.goto("/api/logout");

  await expect.poll(() => heard.join("\n")).toContain("You are logged out. Logging in again...");
  await login;
  await expectProviderPage(page);
});
