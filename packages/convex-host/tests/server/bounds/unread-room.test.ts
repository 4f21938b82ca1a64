import { expect, test } from "vitest";
import { strangersAt } from "../../../src/wire/caller.ts";
import { UnreadRoom } from "../../../src/server/bounds/unread-room.ts";

function openRoom(mostBytes: number) {
  const room = new UnreadRoom(mostBytes);
  const cut: string[] = [];
  const open = (name: string, client: string) =>
    room.open({ name: () => name, cut: () => cut.push(client) });
  return { room, cut, open };
}

test("above the bound whoever has most unread loses the client with most, until it is enough [B24]", () => {
  const { room, cut, open } = openRoom(100);
  open("ann", "ann 1").count(45);
  open("bob", "bob 1").count(15);
  const large = open("bob", "bob 2");
  large.count(25);
  open("bob", "bob 3").count(15);
  expect(cut).toEqual([]);

  open("cay", "cay 1").count(10);

  expect(cut).toEqual(["bob 2"]);
  expect(room.bytes).toBe(85);
  large.count(-25);
  expect(room.bytes).toBe(85);
});

test("one that is more than the bound goes, and nobody else [B24]", () => {
  const { room, cut, open } = openRoom(100);
  open("ann", "ann 1").count(60);

  open("bob", "bob 1").count(101);

  expect(cut).toEqual(["bob 1"]);
  expect(room.bytes).toBe(60);
});

test("what was read, or went with its client, counts no longer [B24]", () => {
  const { room, cut, open } = openRoom(100);
  const reader = open("ann", "ann 1");
  for (let times = 0; times < 10; times++) {
    reader.count(90);
    reader.count(-90);
  }
  const gone = open("bob", "bob 1");
  gone.count(90);
  gone.leave();
  open("cay", "cay 1").count(90);

  expect(cut).toEqual([]);
  expect(room.bytes).toBe(90);
});

test("of strangers at many networks one loses its connection before anybody who is signed in [B24]", () => {
  const { cut, open } = openRoom(100);
  open("ann", "ann 1").count(40);
  for (let at = 0; at < 6; at++) open(strangersAt(`2001:db8:0:${at}`), `stranger ${at}`).count(10);

  open("bob", "bob 1").count(5);

  expect(cut).toEqual(["stranger 0"]);
});
