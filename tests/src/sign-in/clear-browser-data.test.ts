import { expect, test } from "vitest";
import { clearBrowserData } from "../../../src/features/sign-in/clear-browser-data.ts";

test("both storages are emptied, and stay so when the page goes [AUTH-20]", () => {
  localStorage.setItem("a", "1");
  sessionStorage.setItem("b", "2");
  clearBrowserData();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  // The router does the same when a page unloads.
  sessionStorage.setItem("positions", "{}");
  window.dispatchEvent(new Event("pagehide"));
  expect(sessionStorage.length).toBe(0);
});
