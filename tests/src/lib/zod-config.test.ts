import { expect, test } from "vitest";
import { config } from "zod";
import { zodSettings } from "../../../src/lib/zod-config.ts";

test("forms are checked without code that is made while the page runs, which its content security policy forbids", () => {
  expect(config()).toBe(zodSettings);
  expect(config()).toMatchObject({ jitless: true });
});
