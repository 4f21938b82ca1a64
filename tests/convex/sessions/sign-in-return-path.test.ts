import { expect, test } from "vitest";
import { parseReturnPath } from "../../../convex/lib/signIn/returnPath.ts";

const origin = "https://turnboard.test";

test.each([
  "/",
  "/projects",
  "/projects/p1/units?unit=u1&tab=notes#top",
  "/%2f%2fevil.test",
  "/apis",
])("%j is a page to return to [OP-06]", (path) => {
  expect(parseReturnPath(path, origin)).toBe(path);
});

test.each([
  "//evil.test",
  "///evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "/\t/evil.test",
  "/\n/evil.test",
  "/.//evil.test",
  "/x/..//evil.test",
  "/%2e//evil.test",
  "https://evil.test",
  "https:evil.test",
  "javascript:alert(1)",
  "evil.test",
  "@evil.test",
  " //evil.test",
  "/api/logout",
  "/API/logout",
  "/./api/login",
  "/idp/auth",
  "/.well-known/jwks.json",
  `/${"x".repeat(500)}`,
  "",
  null,
])("%j leads home [OP-06]", (path) => {
  expect(parseReturnPath(path, origin)).toBe("/");
});
