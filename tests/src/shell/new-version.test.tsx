import { act, cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { installSteps } from "../../../src/features/shell/install/install-steps.ts";
import { Shell } from "../../../src/features/shell/shell.tsx";
import { listenForInstallOffer } from "../../../src/lib/version/installing.ts";
import { announceNewVersion } from "../../../src/lib/version/new-version.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderAt, viewerOf } from "../support/render-at.tsx";

let backend: FakeConvex;
beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, []);
});
afterEach(cleanup);

const show = async () => await renderAt(backend, <Shell>page</Shell>, { viewer: viewerOf({}) });
const sidebar = () => within(screen.getByRole("complementary", { name: "Sidebar" }));

test("a new version says so in the menu and takes over when its button is pressed [FIELD-01]", async () => {
  const { user } = await show();
  expect(screen.queryByText("A new version is ready")).toBeNull();
  const takeOver = vi.fn();
  act(() => announceNewVersion({ takeOver }));

  expect(sidebar().getByText("A new version is ready")).toBeVisible();
  expect(takeOver).not.toHaveBeenCalled();
  await user.click(sidebar().getByRole("button", { name: "Reload" }));
  expect(takeOver).toHaveBeenCalledOnce();
});

test("the app is installed from the menu where the browser offers it [FIELD-01]", async () => {
  listenForInstallOffer();
  const { user } = await show();
  expect(sidebar().queryByRole("button", { name: "Install app" })).toBeNull();
  const prompt = vi.fn(() => Promise.resolve());
  act(() => void window.dispatchEvent(Object.assign(new Event("beforeinstallprompt"), { prompt })));

  await user.click(sidebar().getByRole("button", { name: "Install app" }));
  expect(prompt).toHaveBeenCalledOnce();
  expect(sidebar().queryByRole("button", { name: "Install app" })).toBeNull();
});

test("a phone whose browser does not offer it is told how to install the app [FIELD-01]", async () => {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) => {
    const media = matchMedia(query);
    vi.spyOn(media, "matches", "get").mockReturnValue(query === "(pointer: coarse)");
    return media;
  });
  const { user } = await show();
  await user.click(sidebar().getByRole("button", { name: "Install app" }));
  const dialog = within(screen.getByRole("dialog", { name: "Install app" }));
  expect(dialog.getAllByRole("listitem").length).toBeGreaterThan(0);
});

test.each([
  ["iPhone; CPU iPhone OS 18_5", true, "Add to Home Screen"],
  ["Android 15; rv:140.0) Gecko/140.0 Firefox/140.0", true, "Add app to Home screen"],
  ["Android 15; Pixel 9", true, "Install app"],
  ["Android 15; Pixel 9", false, "https"],
])(
  "a browser that says %s (https: %s) reads: %s [FIELD-01]",
  (userAgent, isSecureContext, words) => {
    expect(installSteps({ userAgent, isSecureContext }).join(" ")).toContain(words);
  },
);
