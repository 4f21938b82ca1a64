import type { Locator, Page } from "@playwright/test";
import { browserFlags, findBrowser } from "../../../scripts/browser/browser.ts";
import { assignTasks, createProject, readUnits } from "./function-client.ts";
import type { test } from "./test.ts";

// The fake camera shows a moving circle. A context without the permission gets a refusal, as from a person. The
// headless shell does not play the camera's picture.
const fakeCamera = [...browserFlags, "--use-fake-device-for-media-stream"];

/** What the tests of a file with a camera use. */
export const withCamera: Parameters<typeof test.use>[0] = {
  seed: "templates",
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, executablePath: findBrowser() ?? "", args: fakeCamera });
  },
};

export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  permissions: ["camera"],
};

/** Makes a project with one unit of 30 tasks. */
export async function setUp(
  page: Page,
  unit = "A1",
): Promise<{ projectId: string; unitId: string }> {
  const { id: projectId } = await createProject(page, { name: "Camera House", units: [unit] });
  await assignTasks(page, projectId, 30);
  const [first] = await readUnits(page, projectId);
  return { projectId, unitId: first?.id ?? "" };
}

export function shutterOf(page: Page): Locator {
  return page.getByRole("button", { name: "Take photo", exact: true });
}

/** The last shots, each a link to its photo. */
export function stripOf(page: Page): Locator {
  return page.getByRole("list", { name: "Last shots" }).getByRole("link");
}
