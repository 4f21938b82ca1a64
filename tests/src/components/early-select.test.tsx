import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type * as Loader from "../../../src/lib/parts/part-loader.ts";
import { openEarlyList } from "../support/early-list.tsx";

vi.mock("../../../src/lib/parts/part-loader.ts", async (importOriginal) => {
  const { lateParts: late } = await import("../support/late-parts.ts");
  return late.loader(await importOriginal<typeof Loader>());
});
afterEach(cleanup);

test("a long list takes what is typed before its code has come [SHELL-23]", async () => {
  const { user, arrive, onValueChange } = await openEarlyList();
  await user.keyboard("ct 2");
  await act(async () => arrive());

  const search = await screen.findByRole("combobox", { name: "Search" });
  await waitFor(() => expect(document.activeElement).toBe(search));
  await user.keyboard("7{Enter}");
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith("27");
});
