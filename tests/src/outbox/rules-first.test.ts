import { expect, test, vi } from "vitest";
import { outbox } from "../../../src/lib/outbox/outbox.ts";

const ran = vi.hoisted((): string[] => []);
vi.mock("../../../convex/rules/inputs/fields.ts", () => {
  ran.push("rules");
  return {};
});
vi.mock("../../../src/lib/outbox/open.ts", () => {
  ran.push("outbox");
  return { openOutbox: () => new Promise(() => undefined) };
});

test("the rules that the outbox needs run by themselves before it, and not in one turn with it", async () => {
  const close = outbox.start({} as never, {} as never);
  await vi.waitFor(() => expect(ran).toEqual(["rules", "outbox"]));
  close();
});
