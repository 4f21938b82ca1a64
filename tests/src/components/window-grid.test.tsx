import { fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { WindowGrid } from "../../../src/components/window-grid.tsx";

test("two groups of one name that another stands between are two groups [COMPARE-02]", () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const items = ["Mar 2", "Mar 3", "Mar 2"].map((heading, at) => ({ id: String(at), heading }));
  render(
    <WindowGrid
      label="Photos"
      items={items}
      minItemPx={150}
      rowPx={168}
      headingOf={({ heading }) => heading}
      renderItem={({ id }) => <p>{`photo ${id}`}</p>}
    />,
  );

  expect(screen.getAllByText("Mar 2")).toHaveLength(2);
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
  expect(told).not.toHaveBeenCalled();
  told.mockRestore();
});

test("an item keeps the focus however far its list is scrolled, and then leaves the page [GEN-07]", async () => {
  const height = vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(100);
  const items = Array.from({ length: 300 }, (_, at) => ({ id: String(at) }));
  render(
    <WindowGrid
      label="Units"
      items={items}
      rowPx={100}
      renderItem={({ id }) => <button type="button">{`Unit ${id}`}</button>}
    />,
  );
  const focused = screen.getByRole("button", { name: "Unit 1" });
  focused.focus();

  scrollPageTo(20_000);
  await screen.findByRole("button", { name: "Unit 201" });
  expect(document.activeElement).toBe(focused);
  expect(screen.queryByRole("button", { name: "Unit 2" })).toBeNull();

  focused.blur();
  scrollPageTo(25_000);
  await screen.findByRole("button", { name: "Unit 251" });
  expect(screen.queryByRole("button", { name: "Unit 1" })).toBeNull();
  scrollPageTo(0);
  height.mockRestore();
});

test("a grid with one column has its first rows in its first drawing, before it is measured", () => {
  const items = Array.from({ length: 400 }, (_, at) => ({ id: String(at) }));
  const drawn = renderToString(
    <WindowGrid label="Units" items={items} rowPx={100} renderItem={({ id }) => <p>{id}</p>} />,
  );

  const rows = drawn.match(/role="listitem"/g) ?? [];
  expect(rows.length).toBeGreaterThan(window.innerHeight / 100 - 1);
  expect(rows.length).toBeLessThan(40);
});

function scrollPageTo(y: number) {
  window.scrollTo(0, y);
  fireEvent.scroll(window);
}
