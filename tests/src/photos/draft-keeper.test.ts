import { expect, test, vi } from "vitest";
import { DraftKeeper } from "../../../src/features/photos/sending/draft-keeper.ts";
import { isChosenKnown } from "../../../src/lib/photos/chosen-count.ts";
import { DraftDatabase } from "../../../src/lib/photos/draft-database.ts";

test("the chosen photos of an earlier page are known once they are read, and not by a keeper that was stopped before [FIELD-08]", async () => {
  const ends: (() => void)[] = [];
  vi.spyOn(DraftDatabase.prototype, "read").mockImplementation(async () => {
    await new Promise<void>((resolve) => ends.push(resolve));
    return [];
  });
  const isReading = (count: number) => vi.waitFor(() => expect(ends).toHaveLength(count));
  const stopped = new DraftKeeper("mia");
  stopped.start();
  await isReading(1);
  stopped.stop();
  const keeper = new DraftKeeper("mia");
  keeper.start();
  await isReading(2);
  ends[0]?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect(isChosenKnown.snapshot()).toBe(false);

  ends[1]?.();
  await vi.waitFor(() => expect(isChosenKnown.snapshot()).toBe(true));
  keeper.stop();
  expect(isChosenKnown.snapshot()).toBe(false);
});
