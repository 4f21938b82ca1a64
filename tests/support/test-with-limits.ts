import { onTestFinished, test } from "vitest";

/**
 * A test of the limits of transactions, which only the host has. It is not defined for the other engine, which would
 * take up to a minute for so many rows.
 */
export const testWithLimits: (name: string, body: () => Promise<void>) => void =
  process.env["TEST_ENGINE"] === "convex-test" ? () => undefined : test;

/** The lowered limits of `testWithLowLimits`: a tenth of the real ones. */
export const lowLimits = { documentsRead: 3200, documentsWritten: 1600 };

/** The same with lowered limits, which fewer rows reach: for a body that shows what is done step by step. */
export function testWithLowLimits(name: string, body: () => Promise<void>): void {
  testWithLimits(name, async () => {
    const { transactionLimits } = await import("convex-host/inside");
    const real = { ...transactionLimits };
    onTestFinished(() => void Object.assign(transactionLimits, real));
    Object.assign(transactionLimits, lowLimits);
    await body();
  });
}
