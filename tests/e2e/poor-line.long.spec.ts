import { expect, type Locator, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { HeldPage } from "./support/held-page.ts";
import { createProject, readProjects, readUnits } from "./support/function-client.ts";
import { holdableLine, painted } from "./support/holdable-line.ts";
import { expectStill, followShifts, forgetShifts } from "./support/shifts.ts";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const lines: HeldPage[] = [];
test.afterEach(() => {
  for (const line of lines.splice(0)) line.close();
});

/** The kinds of files that load with the content or after it. */
const lateKinds = ["image", "manifest"];

test("a screen of a first visit is there after at most ten requests", async ({ openAs }) => {
  const first = await openAs("admin", { ...phone, serviceWorkers: "block" });
  const [project] = await readProjects(first);
  const of = (section: string) => `/projects/${project?.id ?? ""}/${section}`;
  const paths = ["/", "/my-day", "/board", of("units"), of("team"), of("time-tracking")];
  const ofNoAnswer = lateChunks();
  for (const path of paths) {
    // Each screen has a page of its own: the page before may still be loading what its next screens need.
    const page = await first.context().newPage();
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      const isLate =
        lateKinds.includes(request.resourceType()) ||
        pathname.includes("favicon") ||
        ofNoAnswer(path, pathname);
      if (!isLate) asked.push(request.url());
    });
    page.on("websocket", (socket) => asked.push(socket.url()));
    await page.addInitScript(noteWhole);
    await page.goto(path);
    await expectWhole(page);
    // The entry of a file appears when the file has arrived.
    await page.waitForLoadState("networkidle");
    const later = new Set(await page.evaluate<string[]>("addressesAfter(window.wholeAt)"));
    // A browser may report a chunk twice that it loads once.
    const addresses = [...new Set(asked)].filter((address) => !later.has(address));
    expect(addresses.length, `${path}: ${addresses.join(" ")}`).toBeLessThanOrEqual(10);
    await page.close();
  }
});

/** Notes in the page when its content became whole, because a busy machine asks for it only later. */
const noteWhole = `
  let isWhole = false;
  const note = () => {
    const wasWhole = isWhole;
    isWhole = document.querySelector("#root h1") !== null
      && document.querySelector("[aria-busy=true]") === null;
    if (isWhole && !wasWhole) window.wholeAt = performance.now();
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
  window.addressesAfter = (time) => performance.getEntriesByType("resource")
    .filter(({ startTime }) => startTime > time).map(({ name }) => name);
`;

/**
 * Returns a function that tells if a screen can do without a file until its answers have arrived. The outbox loads
 * after them: see outbox-session.test.tsx. The palette, the keyboard shortcuts, the presence of others, the
 * selection boxes, and the plan and the calendar of a unit also load later, with the chunks that they import.
 */
function lateChunks(): (screen: string, file: string) => boolean {
  const read = (name: string) => readFileSync(`dist/app/.vite/${name}`, "utf8");
  const manifest = JSON.parse(read("manifest.json")) as Record<
    string,
    { name?: string; file: string; imports?: string[] }
  >;
  const late = Object.values(manifest).filter(({ name = "" }) =>
    /^(outbox|quick|presence|selection|unit-plan|calendar-panel)$/.test(name),
  );
  expect(late).toHaveLength(6);
  const needed = late.flatMap(({ imports = [] }) => imports.map((key) => manifest[key]?.file));
  const files = new Set([...late.map(({ file }) => file), ...needed]);
  const screens = JSON.parse(read("screens.json")) as { pattern: string; chunks: string[] }[];
  return (screen, file) => {
    const path = screen.replace(/(?<=^\/projects\/)[^/]+/, "$$projectId");
    const own = screens.find(({ pattern }) => pattern === path)?.chunks ?? [];
    return files.has(file.slice(1)) && !own.includes(file);
  };
}

test("no screen has more than four chunks of its own", () => {
  const screens = JSON.parse(readFileSync("dist/app/.vite/screens.json", "utf8")) as {
    pattern: string;
    chunks: string[];
  }[];
  expect(screens.length).toBeGreaterThan(15);
  expect(screens.filter(({ chunks }) => chunks.length > 4)).toEqual([]);
});

test("answers that come late move nothing that is on the screen", async ({ openAs }) => {
  const page = await openAs("admin", phone);
  const line = await holdableLine(page);
  await followShifts(page);
  await page.goto("/nowhere");
  const [project] = await readProjects(page);
  const small = await createProject(page, { name: "Small House", units: ["1"] });
  const of = (section: string, { id } = project ?? small) => `/projects/${id}/${section}`;
  const paths = [
    ...[of("board", small), of("units", small)],
    ...["/", "/my-day", "/board", "/projects", "/analytics", "/reports"],
    ...[of("units"), of("board"), of("team"), of("time-tracking"), of("analytics")],
    ...["/team-management", "/user-management", "/audit", "/task-templates"],
  ];
  for (const path of paths) {
    await page.evaluate("history.pushState(null, '', '/nowhere')");
    await expect(page.getByText("Page not found", { exact: true })).toBeVisible();
    line.hold();
    await forgetShifts(page);
    await page.evaluate((next) => history.pushState(null, "", next), path);
    await expect(page.getByText("Page not found", { exact: true })).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await painted(page);
    await line.release();
    await expectWhole(page);
    await painted(page);
    await expectStill(page, path);
  }
});

test("the tabs of a unit move nothing when their answers come [GEN-07]", async ({ openAs }) => {
  for (const size of [{ viewport: { width: 1440, height: 900 } }, phone]) {
    const page = await openAs("admin", size);
    const line = await holdableLine(page);
    await followShifts(page);
    const projects = await readProjects(page);
    const { id: projectId = "" } = projects.find(({ name }) => name.startsWith("Riverside")) ?? {};
    const units = await readUnits(page, projectId);
    for (const { id, name } of units.slice(0, 2)) {
      for (const tab of ["Photos", "Notes", "History"]) {
        await page.goto(`/projects/${projectId}/units?unit=${id}`);
        await expectWhole(page.getByRole("dialog"), 2);
        // The line about kept answers goes when the last live one has come, which may be the page's behind the dialog.
        await expect(page.getByText(/^As of/)).toHaveCount(0);
        line.hold();
        await forgetShifts(page);
        const role = tab === "History" ? "button" : "tab";
        await page.getByRole(role, { name: tab, exact: true }).click();
        await expect(page.locator("[aria-busy=true]:visible").first()).toBeVisible();
        await painted(page);
        await line.release();
        await expectWhole(page.getByRole("dialog"), 2);
        await painted(page);
        await expectStill(page, `${tab} of ${name} at ${String(size.viewport.width)}`);
      }
    }
  }
});

test("a page has its frame, its heading and its live connection before its code, and the heading stays where it is", async ({
  openAs,
  browser,
  host,
}) => {
  const page = await openAs("admin", phone);
  const line = await heldPage(host.url);
  const socket = page.waitForEvent("websocket");
  await page.goto(`${line.url}/`, { waitUntil: "commit" });
  const early = page.locator("body > [aria-hidden=true]");
  const placesOf = async (parts: Locator[]) => {
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    return boxes.map((box) => box && { x: box.x, y: box.y });
  };
  const sentence = "Vacant Unit Turn Management";
  const earlyParts = [early.getByText("Project Dashboard"), early.getByText(sentence)];
  for (const part of earlyParts) await expect(part).toBeVisible();
  await socket;
  const before = await placesOf(earlyParts);

  line.release();
  const heading = page.getByRole("heading", { level: 1, name: "Project Dashboard" });
  await expect(heading).toBeVisible();
  await expect(early).toHaveCount(0);
  expect(await placesOf([heading, page.getByText(sentence)])).toEqual(before);

  const stranger = await browser.newContext(phone);
  const signedOut = await stranger.newPage();
  const other = await heldPage(host.url);
  const refused = signedOut.waitForResponse("**/api/auth/token");
  await signedOut.goto(`${other.url}/`, { waitUntil: "commit" });
  expect((await refused).status()).toBe(401);
  await expect(signedOut.locator("body > [aria-hidden=true]")).toHaveCount(0);
  other.release();
  await expect(signedOut.getByRole("button", { name: "Sign In" })).toBeVisible();
  await stranger.close();
});

test("the first page loads no file of its first code, and runs no other script than its own", async ({
  openAs,
}) => {
  const page = await openAs("admin", { ...phone, serviceWorkers: "block" });
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  await page.goto("/projects");
  await expectWhole(page);
  expect(scripts.filter((path) => /\/(index|line|renderer|packages)-/.test(path))).toEqual([]);
  const wasRun = await page.evaluate<boolean>(`(() => {
    const script = document.createElement("script");
    script.textContent = "window.wasRun = true";
    document.head.append(script);
    return window.wasRun === true;
  })()`);
  expect(wasRun).toBe(false);
});

test("no script of the first page is half of its code, so that a browser compiles none of it for long", () => {
  const page = readFileSync("dist/app/index.whole.html", "utf8");
  const scripts = [...page.matchAll(/<script(?: type="module")?>(.*?)<\/script>/gs)];
  const sizes = scripts.map(([script]) => script.length);
  expect(sizes.length).toBeGreaterThan(3);
  expect(Math.max(...sizes)).toBeLessThan(page.length / 2);
});

test("a page takes a turn for its code, its addresses and its first picture each, between which a browser answers and paints", async ({
  openAs,
}) => {
  const page = await openAs("admin", { ...phone, serviceWorkers: "block" });
  await page.addInitScript(`
    window.turns = 0;
    const channel = new MessageChannel();
    channel.port1.onmessage = () => { window.turns += 1; channel.port2.postMessage(null); };
    channel.port2.postMessage(null);
    const note = (name) => { window.at[name] ??= window.turns; };
    window.at = {};
    const laid = {};
    Object.defineProperty(window, "firstCode", { get: () => laid, set: () => undefined });
    Object.defineProperty(laid, "entry", { set: () => note("code") });
    let push = History.prototype.pushState;
    Object.defineProperty(history, "pushState", {
      get: () => push,
      set: (other) => { push = other; note("addresses"); },
    });
    const listen = Element.prototype.addEventListener;
    Element.prototype.addEventListener = function (...args) {
      if (this.id === "root") note("picture");
      return listen.apply(this, args);
    };
  `);
  await page.goto("/projects");
  await expectWhole(page);
  const at = await page.evaluate<Record<"code" | "addresses" | "picture", number>>("window.at");
  expect(at.addresses).toBeGreaterThan(at.code);
  expect(at.picture).toBeGreaterThan(at.addresses + 1);
});

/** A proxy that holds back the first code of a page until the end of the test. */
async function heldPage(host: string): Promise<HeldPage> {
  const line = await HeldPage.before(host);
  lines.push(line);
  return line;
}

/** Waits until a page has loaded all of its content. */
async function expectWhole(page: Page | Locator, level: 1 | 2 = 1): Promise<void> {
  await expect(page.getByRole("heading", { level })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}
