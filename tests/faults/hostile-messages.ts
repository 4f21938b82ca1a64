import { randomUUID } from "node:crypto";

/** A source of random numbers from 0 to 1. */
export type Choices = () => number;

export function pick<Item>(items: readonly [Item, ...Item[]], random: Choices): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** Returns a whole number below a power of ten, with a logarithmic distribution. */
export function sizeBelow(exponent: number, random: Choices): number {
  return Math.floor(10 ** (random() * exponent));
}

/** JSON text, or nearly: deep, wide, long, odd. */
export function hostileJson(random: Choices): string {
  const size = sizeBelow(4.7, random);
  const makers: readonly [() => string, ...(() => string)[]] = [
    () => "[".repeat(size) + "]".repeat(size),
    () => '{"a":'.repeat(size) + "1" + "}".repeat(size),
    () => "[".repeat(size),
    () => `[${"0,".repeat(size)}0]`,
    () => `{${Array.from({ length: size }, (_, index) => `"k${index}":0`).join()}}`,
    () => `{"list":"${"x".repeat(size * 4)}"}`,
    () => `{"list":"\\ud800${"\\u0000".repeat(Math.min(size, 999))}"}`,
    () => `[${pick(["1e400", "-0", "9".repeat(400), "1E-400", "-", "01", ".5"], random)}]`,
    () => pick(['{"$integer":"x"}', '{"$float":"AAAA"}', '{"$bytes":1}', '{"$a":1}'], random),
    () => pick(['{"__proto__":{"a":[]}}', '{"constructor":1}', '{"":{"":{}}}'], random),
    () => pick(["", " ", "nul", "{", '"', "\\", "\u0000", "[]]", "{}{}", "﻿{}"], random),
    () => "{}",
  ];
  return pick(makers, random)();
}

const paths = [
  ...["users:viewer", "projects:list", "projects:create", "units:list", "reports:unitMatrix"],
  ...["projects:list#body", "_system/cli/tables", "a:b:c", "", "users:viewer\n", "x".repeat(2000)],
] as [string, ...string[]];

/** Returns the path of an existing or a missing function. */
export function hostilePath(random: Choices): string {
  return pick(paths, random);
}

/** Returns text that resembles a message of the protocol. */
export function hostileMessage(random: Choices): string {
  const json = () => hostileJson(random);
  const path = JSON.stringify(hostilePath(random));
  const number = () => String(pick([0, 1, -1, 2 ** 32, 1e300, 0.5, 3], random));
  const query = () => `{"type":"Add","queryId":${number()},"udfPath":${path},"args":[${json()}]}`;
  const makers: readonly [() => string, ...(() => string)[]] = [
    json,
    () => connectText(),
    () => `{"type":"Connect","sessionId":${json()},"connectionCount":${number()}}`,
    () => `{"type":"Mutation","requestId":${number()},"udfPath":${path},"args":[${json()}]}`,
    () => `{"type":"Action","requestId":${number()},"udfPath":${path},"args":[${json()}]}`,
    () => `{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[${query()}]}`,
    () => {
      const many = Array.from({ length: sizeBelow(3, random) }, query).join();
      return `{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[${many}]}`;
    },
    () => `{"type":"Authenticate","tokenType":"User","baseVersion":0,"value":${json()}}`,
    () => `{"type":"Authenticate","tokenType":"User","baseVersion":0,"value":"a.b.c"}`,
    () => '{"type":"Authenticate","tokenType":"None","baseVersion":0}',
    () => `{"type":"Event","event":${json()}}`,
  ];
  return pick(makers, random)();
}

/** The first message of every client. */
export function connectText(): string {
  return JSON.stringify({ type: "Connect", sessionId: randomUUID(), connectionCount: 0 });
}
