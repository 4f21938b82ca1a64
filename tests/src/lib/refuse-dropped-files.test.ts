import { beforeAll, expect, test } from "vitest";
import { refuseDroppedFiles } from "../../../src/lib/refuse-dropped-files.ts";

beforeAll(refuseDroppedFiles);

/**
 * Drags something over an element and drops it there. Returns which of the two events the browser still handles itself.
 */
function drop(element: Element, types: readonly string[]) {
  const transfer = { types, dropEffect: "copy" };
  const events = ["dragover", "drop"].map((name) =>
    Object.assign(new Event(name, { bubbles: true, cancelable: true }), { dataTransfer: transfer }),
  );
  for (const event of events) element.dispatchEvent(event);
  return { isLeft: events.map(({ defaultPrevented }) => !defaultPrevented), transfer };
}

function shown(html: string): Element {
  document.body.innerHTML = html;
  return document.body.firstElementChild!;
}

test("a file that is dropped where nothing takes it does not replace the page, and the pointer says so [FIELD-03]", () => {
  const { isLeft, transfer } = drop(shown("<textarea>Mind the step</textarea>"), ["Files"]);
  expect(isLeft).toEqual([false, false]);
  expect(transfer.dropEffect).toBe("none");
});

test("a place that takes files, a field for files and a dragged text are left alone", () => {
  const place = shown("<section></section>");
  place.addEventListener("dragover", (event) => event.preventDefault());
  expect(drop(place, ["Files"]).transfer.dropEffect).toBe("copy");
  expect(drop(shown('<input type="file">'), ["Files"]).isLeft).toEqual([true, true]);
  expect(drop(shown("<textarea></textarea>"), ["text/plain"]).isLeft).toEqual([true, true]);
});
