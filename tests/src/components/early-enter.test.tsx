import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { LongSelect } from "../../../src/components/ui/long-select.tsx";
import type * as Loader from "../../../src/lib/parts/part-loader.ts";
import { typedAhead } from "../../../src/lib/typed-ahead.ts";
import { lateParts } from "../support/late-parts.ts";

vi.mock("../../../src/lib/parts/part-loader.ts", async (importOriginal) => {
  const { lateParts: late } = await import("../support/late-parts.ts");
  return late.loader(await importOriginal<typeof Loader>());
});
afterEach(cleanup);

const options = Array.from({ length: 30 }, (_, at) => ({ value: `${at}`, label: `Project ${at}` }));

test("a long list chooses what Enter meant before its code had come [SHELL-23]", async () => {
  const arrive = lateParts.hold();
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(320);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  const onValueChange = vi.fn();
  const user = userEvent.setup();
  render(
    <LongSelect aria-label="Project" options={options} value="3" onValueChange={onValueChange} />,
  );
  await user.click(screen.getByRole("combobox", { name: "Project" }));
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
