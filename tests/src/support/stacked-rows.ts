import { vi } from "vitest";

const rowHeight = 50;

/** Stacks the list items of the page vertically, because the test's DOM has no layout. */
export function stackRows(): void {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const row = this.closest("li");
    const place = row?.parentElement ? [...row.parentElement.children].indexOf(row) : 0;
    return new DOMRect(0, place * rowHeight, 300, rowHeight);
  });
}
