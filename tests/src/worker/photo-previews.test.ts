import { afterEach, expect, test, vi } from "vitest";
import { showPhotoPreview } from "../../../src/worker/photo-previews.ts";

afterEach(() => vi.unstubAllGlobals());

const address = "https://example.com/api/photos/wall.jpg?size=preview";

/** Shows a preview in a worker with these caches. Returns the names of the caches that were opened. */
async function show(names: string[]): Promise<string[]> {
  const opened: string[] = [];
  const fetching = vi.fn(() => Promise.resolve(new Response("preview")));
  vi.stubGlobal("fetch", fetching);
  vi.stubGlobal("caches", {
    keys: () => Promise.resolve(names),
    open: (name: string) => {
      opened.push(name);
      return Promise.reject(new Error("This test keeps nothing"));
    },
    match: () => Promise.reject(new Error("This test keeps nothing")),
  });
  const request = new Request(address);
  const sent = { event: {} as ExtendableEvent, request, url: new URL(address) };
  const answer = await showPhotoPreview({ ...sent, params: undefined } as never);
  expect(await answer.text()).toBe("preview");
  expect(fetching).toHaveBeenCalledWith(request);
  return opened;
}

test("previews come from the server alone while nobody's cache is there, or those of two people are [FIELD-08]", async () => {
  expect(await show([])).toEqual([]);
  expect(await show(["photo-previews-of-ana", "photo-previews-of-bo"])).toEqual([]);
});
