import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { LoadMore } from "../../../src/components/load-more.tsx";
import { stubNetwork } from "../support/lost-network.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("without a network a long list says that more comes with it, in the place of a button that could do nothing [FIELD-02]", () => {
  const network = stubNetwork();
  const readMore = vi.fn();
  render(<LoadMore label="Show More Photos" pages={1} onLoad={readMore} />);
  fireEvent.click(screen.getByRole("button", { name: "Show More Photos" }));
  expect(readMore).toHaveBeenCalledTimes(1);

  network.lose();
  expect(screen.getByText("More comes with the network.")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();

  network.restore();
  expect(screen.getByRole("button", { name: "Show More Photos" })).toBeVisible();
  network.end();
});
