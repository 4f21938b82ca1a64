import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type * as Loader from "../../../src/lib/parts/part-loader.ts";
import { typedAhead } from "../../../src/lib/typed-ahead.ts";
import { openEarlyList } from "../support/early-list.tsx";

vi.mock("../../../src/lib/parts/part-loader.ts", async (importOriginal) => {
  const { lateParts: late } = await import("../support/late-parts.ts");
  return late.loader(await importOriginal<typeof Loader>());
});
afterEach(cleanup);

test("a long list chooses what Enter meant before its code had come [SHELL-23]", async () => {
  const { user, arrive, onValueChange } = await openEarlyList();
  await user.keyboard("ct 27{Enter}");
  await act(async () => arrive());

  await waitFor(() => expect(onValueChange).toHaveBeenCalledExactlyOnceWith("27"));
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("Enter means nothing without a text, and no more when the text goes on", () => {
  typedAhead.set("");
  typedAhead.enter();
  expect(typedAhead.isEntered()).toBe(false);
  typedAhead.set("ct 2");
  typedAhead.enter();
  expect(typedAhead.isEntered()).toBe(true);
  typedAhead.set("ct 27");
  expect(typedAhead.isEntered()).toBe(false);
});
