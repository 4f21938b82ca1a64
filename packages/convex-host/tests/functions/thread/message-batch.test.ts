import { expect, test } from "vitest";
import { type Batch, MessageBatch } from "../../../src/wire/message-batch.ts";

function gathering() {
  const sent: (string | Batch<string>)[] = [];
  const later: (() => void)[] = [];
  const batch = new MessageBatch<string>(
    (message) => sent.push(message),
    (work) => later.push(work),
  );
  return { sent, batch, turn: () => later.splice(0).forEach((work) => work()) };
}

test("what ends together goes as one message, in its order, and what ends alone as it is [R2]", () => {
  const { sent, batch, turn } = gathering();
  for (const message of ["a", "b", "c"]) batch.add(message);
  expect(sent).toEqual([]);
  turn();
  batch.add("d");
  turn();
  expect(sent).toEqual([{ type: "batch", messages: ["a", "b", "c"] }, "d"]);
});

test("what was sent before its turn is not sent again, and later messages have a turn of their own [R2]", () => {
  const { sent, batch, turn } = gathering();
  batch.add("a");
  batch.flush();
  batch.add("b");
  turn();
  turn();
  expect(sent).toEqual(["a", "b"]);
});
