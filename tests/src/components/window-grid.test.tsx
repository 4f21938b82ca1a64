import { render, screen } from "@testing-library/react";
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
