import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { deviceName } from "../../../src/features/shell/devices/device-names.ts";
import { Shell } from "../../../src/features/shell/shell.tsx";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { restoreNetwork, turnNetwork } from "../support/network.ts";
import { renderAt, viewerOf } from "../support/render-at.tsx";

const agents = {
  chrome:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  edge: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  android:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  firefox: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

const session = (id: string, fields: object = {}) => ({
  ...{ id, createdAt: "2026-03-01T08:00:00.000Z", lastSeenAt: "2026-03-02T08:00:00.000Z" },
  ...{ expiresAt: "2026-03-08T08:00:00.000Z", userAgent: agents.chrome, address: "192.0.2.1" },
  ...{ current: false, ...fields },
});
const here = session("here", { current: true });
const phone = session("phone", { userAgent: agents.iphone, address: null });
const script = session("script", { userAgent: "curl/8.5.0" });

let backend: FakeConvex;
beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, []);
  backend.answer(api.sessions.list, {}, [here, phone, script]);
});
afterEach(cleanup);

async function openDevices(role = "project_manager") {
  const { user } = await renderAt(backend, <Shell>page</Shell>, { viewer: viewerOf({ role }) });
  await user.click(screen.getByRole("button", { name: /^Mia Wolf.*Your devices$/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Your devices" }));
  return { user, dialog };
}

test.each([
  [agents.chrome, "Chrome on Windows", false],
  [agents.edge, "Microsoft Edge on Windows", false],
  [agents.iphone, "Safari on iOS", true],
  [agents.android, "Chrome on Android", true],
  [agents.firefox, "Firefox on Linux", false],
  ["curl/8.5.0", "curl", false],
  ["node", "node", false],
  ["", "Unknown device", false],
  [null, "Unknown device", false],
])("%s is called %s [AUTH-07]", (userAgent, name, isHandheld) => {
  expect(deviceName(userAgent)).toEqual({ name, isHandheld });
});

test("the own name opens where one is signed in, in words, whatever the role [AUTH-07]", async () => {
  const { dialog } = await openDevices("visitor");

  const rows = (await dialog.findAllByRole("listitem")).map((row) => row.textContent);
  expect(rows[0]).toBe("Chrome on WindowsThis deviceActive now · 192.0.2.1");
  expect(rows[1]).toMatch(/^Safari on iOSLast seen Mar 2, .*M?Sign out$/);
  expect(rows[2]).toMatch(/^curlLast seen .* · 192\.0\.2\.1Sign out$/);
});

test("one device is signed out, at once [AUTH-13]", async () => {
  backend.handle(api.sessions.end, () => {
    backend.answer(api.sessions.list, {}, [here, script]);
    return { success: true };
  });
  const { user, dialog } = await openDevices();

  await user.click(await dialog.findByRole("button", { name: /^Sign out Safari on iOS/ }));

  expect(dialog.queryByText("Safari on iOS")).toBeNull();
  expect(await screen.findByText("Device signed out")).toBeVisible();
  expect(backend.calls(api.sessions.end)).toEqual([{ sessionId: "phone" }]);
});

test("all others are signed out, and then there is nothing more to do [AUTH-13]", async () => {
  backend.handle(api.sessions.endOthers, () => {
    backend.answer(api.sessions.list, {}, [here]);
    return { success: true };
  });
  const { user, dialog } = await openDevices();

  await user.click(await dialog.findByRole("button", { name: "Sign out all other devices" }));

  expect(await screen.findByText("All other devices signed out")).toBeVisible();
  expect(dialog.getByText("You are signed in nowhere else.")).toBeVisible();
  expect(dialog.queryByRole("button", { name: /Sign out/ })).toBeNull();
});

test("a device that could not be signed out comes back, and that is said [AUTH-13]", async () => {
  const gone = new ConvexError({ code: "conflict", message: "no" });
  backend.handle(api.sessions.end, () => Promise.reject(gone));
  const { user, dialog } = await openDevices();

  await user.click(await dialog.findByRole("button", { name: /^Sign out Safari on iOS/ }));

  expect(await screen.findByText("The device could not be signed out")).toBeVisible();
  await waitFor(() => expect(dialog.getByText("Safari on iOS")).toBeVisible());
});

test("the list follows what happens elsewhere [AUTH-07]", async () => {
  const { dialog } = await openDevices();
  await dialog.findByText("curl");

  backend.answer(api.sessions.list, {}, [here]);

  await waitFor(() => expect(dialog.queryByText("curl")).toBeNull());
});

test("devices that are not known without a network do not load without end [FIELD-02]", async () => {
  backend.answer(api.sessions.list, {}, undefined);
  const { dialog } = await openDevices();
  turnNetwork(false);
  expect(await dialog.findByText("Not on this device")).toBeVisible();
  restoreNetwork();
});
