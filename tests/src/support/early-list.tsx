import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import { LongSelect } from "../../../src/components/ui/long-select.tsx";
import { giveSize } from "./element-size.ts";
import { lateParts } from "./late-parts.ts";

const options = Array.from({ length: 30 }, (_, at) => ({ value: `${at}`, label: `Project ${at}` }));

/**
 * Opens a long list whose code is held back until `arrive` is called. This works once per file, because loaded code
 * stays.
 */
export async function openEarlyList() {
  const arrive = lateParts.hold();
  giveSize({ width: 300, height: 320 });
  const onValueChange = vi.fn();
  const user = userEvent.setup();
  render(
    <LongSelect aria-label="Project" options={options} value="3" onValueChange={onValueChange} />,
  );
  await user.click(screen.getByRole("combobox", { name: "Project" }));
  return { user, arrive, onValueChange };
}
