import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { Select } from "../../../src/components/ui/select.tsx";

afterEach(cleanup);

const options = [
  { value: "p1", label: "Maple Court", description: "Twelve units" },
  { value: "p2", label: "Harbor View", description: null },
];

async function openSelect(onValueChange = vi.fn()) {
  render(
    <Select
      aria-label="Current Project:"
      options={options}
      value="p1"
      onValueChange={onValueChange}
    />,
  );
  await userEvent.click(screen.getByRole("combobox", { name: "Current Project:" }));
  return onValueChange;
}

test("an option shows its description where there is one [SHELL-24]", async () => {
  await openSelect();
  const texts = screen.getAllByRole("option").map((option) => option.textContent);
  expect(texts).toEqual(["Maple CourtTwelve units", "Harbor View"]);
});

test("choosing an option reports its value", async () => {
  const onValueChange = await openSelect();
  await userEvent.click(screen.getByRole("option", { name: /Harbor View/ }));
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith("p2");
});

test("the one inline style of the page is the one the content security policy names", async () => {
  await openSelect();
  const styles = [...document.querySelectorAll("body style")].map((style) => style.textContent);
  const hashes = styles.map((style) => createHash("sha256").update(style).digest("base64"));
  const policy = readFileSync("server/content-security-policy.ts", "utf8");
  expect(hashes).toHaveLength(1);
  for (const hash of hashes) expect(policy).toContain(`'sha256-${hash}'`);
});

test("the options of a choice are made when it is first used", async () => {
  let made = 0;
  function Mark() {
    made += 1;
    return <i />;
  }
  const marked = options.map((option) => ({ ...option, icon: <Mark /> }));
  render(<Select aria-label="Project" options={marked} value={null} onValueChange={vi.fn()} />);
  expect(made).toBe(0);

  await userEvent.click(screen.getByRole("combobox", { name: "Project" }));
  expect(screen.getAllByRole("option")).toHaveLength(2);
  expect(made).toBeGreaterThan(0);
});

test("the first key opens a choice, and Escape gives the focus back [GEN-07]", async () => {
  const onValueChange = vi.fn();
  render(
    <Select aria-label="Project" options={options} value="p1" onValueChange={onValueChange} />,
  );
  const box = screen.getByRole("combobox", { name: "Project" });
  await userEvent.tab();
  await userEvent.keyboard("{ArrowDown}");
  expect(box.getAttribute("aria-expanded")).toBe("true");
  expect(box.getAttribute("aria-controls")).toBe(screen.getByRole("listbox").id);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(document.activeElement).toBe(box);

  await userEvent.keyboard("{Enter}{ArrowDown}{Enter}");
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith("p2");
  expect(document.activeElement).toBe(box);
});

test("a letter chooses in a box that nobody has opened [GEN-07]", async () => {
  const onValueChange = vi.fn();
  render(
    <Select aria-label="Project" options={options} value="p1" onValueChange={onValueChange} />,
  );
  await userEvent.tab();
  await userEvent.keyboard("h");
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith("p2");
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("the first tap of a finger opens a choice", async () => {
  render(<Select aria-label="Project" options={options} value="p1" onValueChange={vi.fn()} />);
  const box = screen.getByRole("combobox", { name: "Project" });
  await userEvent.pointer({ keys: "[TouchA]", target: box });
  expect(screen.getAllByRole("option")).toHaveLength(2);
});
