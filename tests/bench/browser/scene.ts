import { type Browser, type BrowserContext, type Page, request } from "@playwright/test";
import { HostProcess } from "../../e2e/support/host-process.ts";
import { addressOf } from "../../e2e/support/people.ts";
import { type ImageFile, pngFile } from "../../e2e/support/image-files.ts";

/** A project with many units on its own host, and signed-in people in browser windows. */
export class Scene {
  readonly host: HostProcess;
  readonly projectId: string;
  readonly unitIds: readonly string[];
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];

  private constructor(
    host: HostProcess,
    browser: Browser,
    { projectId, unitIds }: { projectId: string; unitIds: readonly string[] },
  ) {
    this.host = host;
    this.#browser = browser;
    this.projectId = projectId;
    this.unitIds = unitIds;
  }

  static async open(
    browser: Browser,
    {
      units,
      tasks,
      photosOf,
      seed = "none",
      projects = 1,
    }: {
      units: number;
      tasks: number;
      photosOf: number;
      seed?: "none" | "demo";
      /** The number of projects, each with the same number of units. */
      projects?: number;
    },
  ): Promise<Scene> {
    const host = await HostProcess.start({ SEED: seed, SIGN_IN_LIMIT: "0", LOG_LEVEL: "error" });
    const api = await request.newContext({ baseURL: host.url });
    await api.get(`/api/login?login_hint=${addressOf("admin")}`);
    const create = async <Answer>(path: string, data: object): Promise<Answer> => {
      const response = await api.post(path, { data, timeout: 300_000 });
      if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
      return (await response.json()) as Answer;
    };
    const templateIds: string[] = [];
    for (let at = 0; at < tasks; at++) {
      const template = { name: `Task ${at + 1}`, category: `Room ${(at % 5) + 1}` };
      templateIds.push((await create<{ id: string }>("/api/task-templates", template)).id);
    }
    const names = Array.from(
      { length: units },
      (_, at) => `${Math.floor(at / 20) + 1}${String(at % 20).padStart(2, "0")}`,
    );
    const project = { name: "Long Row", units: names };
    const { id: projectId } = await create<{ id: string }>("/api/projects", project);
    await create(`/api/projects/${projectId}/tasks/apply-to-all`, { templateIds });
    for (let at = 1; at < projects; at++) {
      const name = `Project ${String(at)}`;
      const another = await create<{ id: string }>("/api/projects", { ...project, name });
      await create(`/api/projects/${another.id}/tasks/apply-to-all`, { templateIds });
    }
    const listed = await api.get(`/api/projects/${projectId}/units`);
    const unitIds = ((await listed.json()) as { id: string }[]).map(({ id }) => id);
    const file = pngFile("kitchen.png", { width: 1200, height: 900 });
    const preview = photosOf > 0 ? await previewOf(browser, file) : file;
    for (const unitId of unitIds.slice(0, photosOf)) {
      for (let at = 0; at < 8; at++) {
        const type = ["before", "progress", "completion"][at % 3]!;
        const multipart = { unitId, type, photo: file, preview };
        const sent = await api.post("/api/photos", { multipart });
        if (!sent.ok()) throw new Error(await sent.text());
      }
    }
    await api.dispose();
    return new Scene(host, browser, { projectId, unitIds });
  }

  /** Opens a window at the project's units. */
  async openWindow(search = ""): Promise<Page> {
    const page = await this.#openPage(`/projects/${this.projectId}/units${search}`);
    await page.locator("[role=list][aria-label=Units] [role=listitem]").first().waitFor();
    return page;
  }

  /** Opens a window at the board of all projects. */
  async openBoard(): Promise<Page> {
    const page = await this.#openPage("/board");
    await page.locator("[data-slot=board] [data-task]").first().waitFor();
    return page;
  }

  async #openPage(path: string): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.host.url,
      viewport: { width: 1440, height: 900 },
      // The page's security policy does not allow the socket of the floor.
      bypassCSP: true,
    });
    this.#contexts.push(context);
    await context.request.get(`/api/login?login_hint=${addressOf("admin")}`);
    const page = await context.newPage();
    await page.goto(path);
    // Installing the service worker takes seconds of processor time once per device; windows in daily use have it
    // installed.
    await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
    return page;
  }

  /** Returns a token of the person for the sync protocol. */
  async token(): Promise<string> {
    const api = await request.newContext({ baseURL: this.host.url });
    await api.get(`/api/login?login_hint=${addressOf("admin")}`);
    const { token } = (await (await api.get("/api/auth/token")).json()) as { token: string };
    await api.dispose();
    return token;
  }

  async closeWindows(): Promise<void> {
    for (const context of this.#contexts.splice(0)) await context.close();
  }

  async close(): Promise<void> {
    await this.closeWindows();
    await this.host.stop();
  }
}

/** The preview that the app sends with a photo: WebP, 640 pixels at its longer side. */
async function previewOf(browser: Browser, photo: ImageFile): Promise<ImageFile> {
  const page = await browser.newPage();
  const url = await page.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = "data:${photo.mimeType};base64,${photo.buffer.toString("base64")}";
    await image.decode();
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: 640, height: (640 * image.height) / image.width });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/webp", 0.8);
  })()`);
  await page.close();
  const buffer = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
  return { name: "preview", mimeType: "image/webp", buffer };
}
