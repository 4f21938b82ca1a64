import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LongSelect } from "../../../src/components/ui/long-select.tsx";
import { giveSize } from "../support/element-size.ts";

const options = Array.from({ length: 500 }, (_, index) => ({
  value: `p${index}`,
  label: `Project ${index}`,
  description: index % 2 === 0 ? `Street ${index}` : null,
}));

beforeEach(() => {
  giveSize({ width: 300, height: 320 });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(value: string | null = "p3") {
  const onValueChange = vi.fn();
  const user = userEvent.setup();
  render(
    <LongSelect
      aria-label="Current Project:"
      options={options}
      value={value}
      onValueChange={onValueChange}
    />,
  );
  const trigger = screen.getByRole("combobox", { name: "Current Project:" });
  await user.click(trigger);
  const search = await screen.findByRole("combobox", { name: "Search" });
  const texts = () => screen.queryAllByRole("option").map((option) => option.textContent);
  return { user, trigger, search, texts, onValueChange };
}

test("a long list offers every option with its description, but draws only those in sight [SHELL-23] [SHELL-24]", async () => {
  const { texts } = await open();

  expect(texts().slice(0, 2)).toEqual(["Project 0Street 0", "Project 1"]);
  expect(texts().length).toBeLessThan(40);
  const option = screen.getByRole("option", { name: "Project 3" });
  expect(option.getAttribute("aria-selected")).toBe("true");
  expect(option.getAttribute("aria-posinset")).toBe("4");
  expect(option.getAttribute("aria-setsize")).toBe("500");
});

test("a long list is searched by name and description and chosen from by keyboard [SHELL-23]", async () => {
  const { user, search, texts, onValueChange } = await open();

  expect(document.activeElement).toBe(search);
  await user.keyboard("STREET 49");
  expect(texts()).toEqual([...[490, 492, 494, 496, 498].map((at) => `Project ${at}Street ${at}`)]);
  expect(screen.getByRole("status").textContent).toBe("5 of 500");
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
  const active = document.getElementById(search.getAttribute("aria-activedescendant") ?? "");
  expect(active?.textContent).toBe("Project 492Street 492");
  await user.keyboard("{Enter}");

  expect(onValueChange).toHaveBeenCalledExactlyOnceWith("p492");
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("a click chooses, Escape leaves everything as it is and gives the focus back [SHELL-23]", async () => {
  const { user, trigger, onValueChange } = await open();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(document.activeElement).toBe(trigger);
  expect(onValueChange).not.toHaveBeenCalled();

  await user.keyboard("{ArrowDown}");
  const list = within(await screen.findByRole("listbox"));
  await user.click(list.getByRole("option", { name: /Project 4/ }));

  expect(onValueChange).toHaveBeenCalledExactlyOnceWith("p4");
  expect(document.activeElement).toBe(trigger);
});

test("a search that finds nothing says so [SHELL-23]", async () => {
  const { user, search, texts, onValueChange } = await open(null);
  await user.type(search, "zzz{Enter}");

  expect(texts()).toEqual([]);
  expect(screen.getByText("Nothing matches “zzz”.")).toBeVisible();
  expect(onValueChange).not.toHaveBeenCalled();
});
