import { type RefObject, useEffect } from "react";
import { useStore } from "../../hooks/use-store.ts";
import type { RecordSelection } from "../../lib/selection/record-selection.ts";
import { followLongPress } from "./follow-long-press.ts";

interface SelectGestures {
  selection: RecordSelection;
  /** False where nothing can be changed. */
  isOn: boolean;
  hasLongPress: boolean;
}

/**
 * Handles the clicks, long presses and the Escape key that select rows in an area. The listeners are there as soon as
 * the list is rendered: an earlier click with Ctrl would open the row.
 */
export function useSelectGestures(
  areaRef: RefObject<HTMLElement | null>,
  { selection, isOn, hasLongPress }: SelectGestures,
): void {
  const isSelecting = useStore(selection, (ids) => ids.size > 0);
  useEffect(() => {
    const area = areaRef.current;
    return area === null || !isOn ? undefined : followClicks(area, selection);
  }, [areaRef, selection, isOn]);
  useEffect(() => {
    const area = areaRef.current;
    if (area === null || !isOn || !hasLongPress) return undefined;
    return followLongPress(area, (target) => {
      const id = recordOf(target);
      if (id !== null) selection.toggle(id);
      return id !== null;
    });
  }, [areaRef, selection, isOn, hasLongPress]);
  useEffect(() => {
    const area = areaRef.current;
    return area === null || !isOn || !isSelecting ? undefined : followEscape(area, selection);
  }, [areaRef, selection, isOn, isSelecting]);
}

/** Clicks with Ctrl, Cmd or Shift on a row select it, before any handler inside the row runs. */
function followClicks(area: HTMLElement, selection: RecordSelection): () => void {
  const onClick = (event: MouseEvent) => {
    const id = isModified(event) ? recordOf(event.target) : null;
    if (id === null || isBox(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) selection.extendTo(id);
    else selection.toggle(id);
  };
  /** Shift would select the text between two clicks. */
  const onMouseDown = (event: MouseEvent) => {
    if (isModified(event) && recordOf(event.target) !== null) event.preventDefault();
  };
  area.addEventListener("click", onClick, { capture: true });
  area.addEventListener("mousedown", onMouseDown, { capture: true });
  return () => {
    area.removeEventListener("click", onClick, { capture: true });
    area.removeEventListener("mousedown", onMouseDown, { capture: true });
  };
}

/** Clears the selection on Escape, unless the key belongs to a menu or dialog above the list. */
function followEscape(area: HTMLElement, selection: RecordSelection): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !(event.target instanceof Element)) return;
    const isOwn = event.target.closest(LAYERS) === area.closest(LAYERS);
    if (!isOwn || event.target.matches("input, textarea")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    selection.clear();
  };
  // The capture phase comes before the handlers of a dialog around the list.
  window.addEventListener("keydown", onKeyDown, { capture: true });
  return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
}

/** The layers that close on Escape. */
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

function isModified({ shiftKey, ctrlKey, metaKey }: MouseEvent): boolean {
  return shiftKey || ctrlKey || metaKey;
}

function recordOf(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLElement>("[data-select]")?.dataset["select"] ?? null;
}

function isBox(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-act=select]") !== null;
}
