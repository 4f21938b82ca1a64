import { test } from "vitest";

/**
 * A test of the limits of transactions, which only the host has. It is not defined for the other engine, which would
 * take up to a minute for so many rows.
 */
export const testWithLimits: (name: string, body: () => Promise<void>) => void =
  process.env["TEST_ENGINE"] === "convex-test" ? () => undefined : test;
