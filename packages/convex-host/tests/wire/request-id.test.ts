import { expect, test } from "vitest";
import { newRequestId } from "../../src/wire/request-id.ts";

test("each request has a name of its own, of 16 hexadecimal digits [H9]", () => {
  const names = Array.from({ length: 2_000 }, newRequestId);

  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[\da-f]{16}$/.test(name))).toEqual([]);
});
