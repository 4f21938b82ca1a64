import type { KeyBinding } from "../../lib/keys/keys.ts";

/**
 * Keys for the rows of a page. A row has the attribute `data-row`; its buttons and links have `data-act` with "open",
 * "edit" or "complete". On a board these keys press the keys of its grid. The acts for selected rows are in an element
 * with the attribute `data-tools`.
 */
export const rowKeys: readonly KeyBinding[] = [
  { ...ofRows("j", "Next row"), run: () => move(1) || pressInGrid("ArrowDown") },
  { ...ofRows("k", "Previous row"), run: () => move(-1) || pressInGrid("ArrowUp") },
  {
    ...ofRows("Enter", "Open the row, or the menu of a task on a board"),
    // The focused link, button or cell takes the key itself.
    run: () => false,
  },
  { ...ofRows("x", "Select the row"), run: () => act("select") || pressInGrid("x") },
  { ...ofRows("a", "Act on the selected rows"), run: toTools },
  { ...ofRows("e", "Edit the row"), run: () => act("edit") },
  {
    ...ofRows("c", "Move a task on: start it, then complete it"),
    run: () => act("complete") || pressInGrid(" "),
  },
];

function ofRows(keys: string, does: string) {
  return { keys, does, group: "Lists and boards", reach: "dialogs" } as const;
}

/** The controls of a row that may get the focus for it, the preferred one first. */
const ENTRY = ["open", "edit", "complete"] as const;

function move(step: 1 | -1): boolean {
  const entries = rows().flatMap((row) => entryOf(row) ?? []);
  const current = currentRow();
  const at = entries.findIndex((entry) => current?.contains(entry) === true);
  const next = at < 0 ? entries[step === 1 ? 0 : entries.length - 1] : entries[at + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return entries.length > 0;
}

function act(name: string): boolean {
  const control = currentRow()?.querySelector<HTMLElement>(`[data-act="${name}"]`);
  if (!control || control.matches(":disabled")) return false;
  control.click();
  return true;
}

/** Focuses the first act for the selected rows, which may be many Tabs away from the last of them. */
function toTools(): boolean {
  const tools = [...document.querySelectorAll<HTMLElement>("[data-tools] button")].find(isInReach);
  tools?.focus();
  return tools !== undefined;
}

/** The rows that can have the focus, in the order of the page; with an open dialog only the rows inside it. */
function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-row]")].filter(isInReach);
}

/** True for an element that no open dialog covers. */
function isInReach(element: Element): boolean {
  return element.closest("[inert], [aria-hidden='true']") === null;
}

function currentRow(): Element | null {
  return document.activeElement?.closest("[data-row]") ?? null;
}

function entryOf(row: HTMLElement): HTMLElement | undefined {
  return (
    ENTRY.map((act) => row.querySelector<HTMLElement>(`[data-act="${act}"]`)).find(
      (control) => control !== null && !control.matches(":disabled"),
    ) ?? undefined
  );
}

/** True while a key is passed on to a cell, which may leave it to the keys here again. */
let isPassing = false;

/** Presses a key in the cell of a board that is the tab stop. When it has no focus, the first press only focuses it. */
function pressInGrid(key: string): boolean {
  if (isPassing) return false;
  const grid = document.querySelector("[role=grid]");
  if (grid === null || !isInReach(grid)) return false;
  const cell = document.activeElement?.closest("[role=grid] [tabindex='0']");
  if (cell) {
    isPassing = true;
    cell.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    isPassing = false;
  } else grid.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  return true;
}
