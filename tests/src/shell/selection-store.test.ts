import { beforeEach, expect, test, vi } from "vitest";
import {
  chooseProject,
  clearSelection,
  selectionStore,
  forgetSelection,
  rememberedProjectId,
} from "../../../src/features/shell/project/selection-store.ts";

beforeEach(() => forgetSelection());

test("choosing a project stores its plain id under selectedProjectId [SHELL-27]", () => {
  chooseProject("p2");
  expect(localStorage.getItem("selectedProjectId")).toBe("p2");
  expect(rememberedProjectId()).toBe("p2");
  expect(selectionStore.snapshot()).toEqual({ state: "chosen", id: "p2" });
});

test("clearing the selection removes the key [SHELL-30]", () => {
  chooseProject("p2");
  clearSelection();
  expect(localStorage.getItem("selectedProjectId")).toBeNull();
  expect(selectionStore.snapshot()).toEqual({ state: "cleared" });
});

test("a browser without storage still selects, for this window", () => {
  vi.stubGlobal("localStorage", undefined);
  const listener = vi.fn();
  const unsubscribe = selectionStore.subscribe(listener);
  chooseProject("p3");
  unsubscribe();
  expect(listener).toHaveBeenCalledOnce();
  expect(selectionStore.snapshot()).toEqual({ state: "chosen", id: "p3" });
  expect(rememberedProjectId()).toBeNull();
});
