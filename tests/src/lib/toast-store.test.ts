import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  TOAST_DURATION_MS,
  TOAST_REMOVE_DELAY_MS,
  ToastStore,
} from "../../../src/lib/toast-store.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const titles = (store: ToastStore) => store.snapshot().map(({ title }) => title);

test("a new notification replaces the old one [LIMIT-01]", () => {
  const store = new ToastStore();
  store.show({ title: "first" });
  store.show({ title: "second" });
  expect(titles(store)).toEqual(["second"]);
});

test("a notification is displayed for 5000 ms [LIMIT-02]", () => {
  expect(TOAST_DURATION_MS).toBe(5000);
});

test("a dismissed notification is closed at once and forgotten after 1,000,000 ms [LIMIT-03]", () => {
  const store = new ToastStore();
  const id = store.show({ title: "done" });
  store.dismiss(id);
  expect(store.snapshot()).toMatchObject([{ id, open: false }]);
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS - 1);
  expect(titles(store)).toEqual(["done"]);
  vi.advanceTimersByTime(1);
  expect(titles(store)).toEqual([]);
  expect(TOAST_REMOVE_DELAY_MS).toBe(1_000_000);
});

test("the removal of a replaced notification does not touch its successor", () => {
  const store = new ToastStore();
  store.dismiss(store.show({ title: "old" }));
  store.show({ title: "new" });
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS);
  expect(store.snapshot()).toMatchObject([{ title: "new", open: true }]);
});

test("dismissing what is gone, or twice, changes nothing", () => {
  const store = new ToastStore();
  const id = store.show({ title: "done" });
  const listener = vi.fn();
  store.subscribe(listener);
  store.dismiss(id);
  store.dismiss(id);
  store.dismiss(id + 1);
  expect(listener).toHaveBeenCalledOnce();
});

const notice = (id: string, undo?: () => void) => ({
  title: "Task updated successfully",
  merge: { kind: "tasks completed", id, title: (count: number) => `${count} tasks completed` },
  undo,
});

test("notices of one kind become one that counts the things they tell of [TOAST-14]", () => {
  const store = new ToastStore();
  for (const [id, title] of [
    ["a", "Task updated successfully"],
    ["a", "Task updated successfully"],
    ["b", "2 tasks completed"],
    ["c", "3 tasks completed"],
  ] as const) {
    store.show(notice(id));
    expect(titles(store)).toEqual([title]);
  }

  const last = store.show({ title: "Unit deleted" });
  expect(titles(store)).toEqual(["Unit deleted"]);
  store.dismiss(last);
  store.show(notice("d"));
  expect(titles(store)).toEqual(["Task updated successfully"]);
  store.dismiss(store.snapshot()[0]?.id ?? 0);
  store.show(notice("e"));
  expect(titles(store)).toEqual(["Task updated successfully"]);
});

test("one undo takes back all that a merged notice tells of, newest first [MYDAY-02]", () => {
  const store = new ToastStore();
  const undone: string[] = [];
  for (const id of ["a", "b", "c"]) store.show(notice(id, () => undone.push(id)));
  store.snapshot()[0]?.undo?.();
  expect(undone).toEqual(["c", "b", "a"]);

  store.show(notice("d"));
  expect(store.snapshot()[0]?.undo).toBeUndefined();
});
