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
