import { expect, test } from "vitest";
import { openChannel } from "../../../src/lib/device/channel.ts";

test("what is told to the other tabs behind the close of a channel fails nothing [FIELD-03]", () => {
  const channel = openChannel<string>("closing");
  channel.close();
  expect(() => channel.post("kept")).not.toThrow();
});
