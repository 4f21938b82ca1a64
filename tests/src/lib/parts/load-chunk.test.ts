import { beforeEach, expect, test, vi } from "vitest";
import { fetchFilesFirst, loadChunk } from "../../../../src/lib/parts/load-chunk.ts";
import { PartNotLoaded } from "../../../../src/lib/parts/part-not-loaded.ts";

let asked: string[];
let network: "there" | "away" | "with another version";

beforeEach(() => {
  fetchFilesFirst();
  asked = [];
  network = "there";
  vi.stubGlobal("fetch", (address: string) => {
    if (address !== "/") asked.push(address);
    if (network === "away") return Promise.reject(new TypeError("no network"));
    const isGone = network === "with another version" && address !== "/";
    return Promise.resolve(new Response("", { status: isGone ? 404 : 200 }));
  });
});

const importModule = vi.fn(() => Promise.resolve("part"));
const load = async (...files: string[]) => await loadChunk(importModule, files);

test("a part is imported only when all of its files are there, for a failed import fails for good [FIELD-02]", async () => {
  network = "away";
  await expect(load("assets/a.js", "assets/b.js")).rejects.toBeInstanceOf(PartNotLoaded);
  expect(importModule).not.toHaveBeenCalled();

  network = "there";
  expect(await load("assets/a.js", "assets/b.js")).toBe("part");
  expect(asked).toEqual(["/assets/a.js", "/assets/b.js", "/assets/a.js", "/assets/b.js"]);

  // A loaded chunk is not requested again.
  asked = [];
  await load("assets/b.js", "assets/c.js");
  expect(asked).toEqual(["/assets/c.js"]);
});

test.each([
  ["away", false],
  ["with another version", true],
] as const)(
  "a part that does not come from a server that is %s tells so, and can be brought later",
  async (state, isServerThere) => {
    network = state;
    const file = `assets/${String(isServerThere)}.js`;
    const failed = (await load(file).catch((error: unknown) => error)) as PartNotLoaded;
    expect(failed.isServerThere).toBe(isServerThere);
    // The router reloads the whole page for error messages that contain the browsers' words.
    expect(failed.message).not.toMatch(/dynamically imported|module script/);

    await expect(failed.bring()).rejects.toThrow();
    network = "there";
    await failed.bring();
  },
);
