import { expect, test } from "vitest";
import { loginAddress } from "../../../src/features/session/login-address.ts";

test("signing in again comes back to the page asked for [AUTH-18]", () => {
  const address = loginAddress({ pathname: "/projects/p1/units", search: "?unit=u1&tab=notes" });
  const { pathname, searchParams } = new URL(address, "http://turnboard.test");
  expect(pathname).toBe("/api/login");
  expect(searchParams.get("returnTo")).toBe("/projects/p1/units?unit=u1&tab=notes");
});
