import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { LongSelect } from "../../../src/components/ui/long-select.tsx";
import type * as Loader from "../../../src/lib/parts/part-loader.ts";
import { lateParts } from "../support/late-parts.ts";

vi.mock("../../../src/lib/parts/part-loader.ts", async (importOriginal) => {
  const { lateParts: late } = await import("../support/late-parts.ts");
  return late.loader(await importOriginal<typeof Loader>());
});
afterEach(cleanup);

const options = Array.from({ length: 30 }, (_, at) => ({ value: `${at}`, label: `Project ${at}` }));

test("a long list takes what is typed before its code has come [SHELL-23]", async () => {
  const arrive = lateParts.hold();
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(320);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  const onValueChange = vi.fn();
  const user = userEvent.setup();
  render(
    <LongSelect aria-label="Project" options={options} value="3" onValueChange={onValueChange} />,
  );
  await user.click(screen.getByRole("combobox", { name: "Project" }));
  await user.keyboard("ct 2");
  await act(async () => arrive());

  const search = await screen.findByRole("combobox", { name: "Search" });
  await waitFor(() => expect(document.activeElement).toBe(search));
  await user.keyboard("7{Enter}");
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith("27");
});
