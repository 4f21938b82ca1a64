import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { callerHash } from "../../../src/functions/live/held-queries.ts";
import { callerKeyOf } from "../../../src/functions/live/live-query.ts";
import type { Identity } from "../../../src/wire/caller.ts";
import type { QuarantinedQuery } from "../../../src/wire/quarantine.ts";
import {
  halves,
  identityOf,
  openRounds,
  pricesOf,
  sees,
  settle,
} from "../../support/open-rounds.ts";

const held = (path: string, part: string, ofCaller?: Identity | null): QuarantinedQuery => ({
  ...{ part, path, untilMs: 60_000 },
  argsHash: createHash("sha256")
    .update(JSON.stringify(["[{}]", null]))
    .digest("base64"),
  caller: ofCaller === undefined ? null : callerHash(callerKeyOf(ofCaller)),
  account: null,
});

test("a body in quarantine fails alone and is run again after a minute; its gate lets in to all else [B6] [L11]", async () => {
  const { open, sent, ran, pass } = openRounds({
    halves,
    quarantine: [held("a:b#body", "body")],
    answer: ({ path }) => ({ value: path }),
  });
  open(1, "ann", ["a:b", "a:c"]);
  await settle();
  const ranBefore = [...ran];

  pass();
  await settle();

  expect(ranBefore).toEqual(["a:b#gate for ann", "a:c#body for nobody"]);
  expect(sent.map(({ results }) => results)).toEqual([
    ["Function execution timed out", "a:c#body"],
    ["a:b#body"],
  ]);
});

test("a gate that blocked the thread is not asked for a minute either [B6] [L11]", async () => {
  const { open, sent, ran, pass } = openRounds({
    halves,
    quarantine: [held("a:b#gate", "gate")],
    answer: ({ path }) => ({ value: path }),
  });
  open(1, "ann", ["a:b"]);
  await settle();
  const ranBefore = [...ran];

  pass();
  await settle();

  expect(ranBefore).toEqual([]);
  expect(sent.map(({ results }) => results)).toEqual([
    ["Function execution timed out"],
    ["a:b#body"],
  ]);
});

test("a body in quarantine is run for no answer of its gate, and a minute later for each [B6] [L15]", async () => {
  const { open, sent, ran, pass } = openRounds({
    halves,
    quarantine: [held("a:b#body", "body")],
    answer: (call) => (call.path.endsWith("#gate") ? sees(call) : { value: pricesOf(call) }),
  });
  open(1, "ann", ["a:b"]);
  open(2, "eve", ["a:b"]);
  await settle();
  const ranBefore = [...ran];

  pass();
  await settle();

  expect(ranBefore).toEqual(["a:b#gate for ann", "a:b#gate for eve"]);
  expect(sent.map(({ client, results }) => [client, ...results])).toEqual([
    [1, "Function execution timed out"],
    [2, "Function execution timed out"],
    [1, "price 100"],
    [2, "no price"],
  ]);
});

test("a question that blocked the thread for one caller is refused to that caller alone, whoever asks first [B6] [L13]", async () => {
  const { open, sent, ran, pass } = openRounds({
    quarantine: [held("a:b", "whole", identityOf("eve"))],
    answer: ({ identity }) => ({ value: `for ${identity?.subject}`, readIdentity: true }),
  });
  open(1, "eve", ["a:b"]);
  open(2, "ann", ["a:b"]);
  open(3, null, ["a:b"]);
  await settle();
  const ranBefore = [...ran];

  pass();
  await settle();

  expect(ranBefore).toEqual(["a:b for ann", "a:b for nobody"]);
  expect(sent.map(({ client, results }) => [client, ...results])).toEqual([
    [1, "Function execution timed out"],
    [2, "for ann"],
    [3, "for undefined"],
    [1, "for eve"],
  ]);
});

test("a gate that blocked the thread for one caller lets in all others [B6] [L11]", async () => {
  const { open, sent } = openRounds({
    halves,
    quarantine: [held("a:b#gate", "gate", identityOf("eve"))],
    answer: ({ path }) => ({ value: path }),
  });
  open(1, "eve", ["a:b"]);
  open(2, "ann", ["a:b"]);
  await settle();

  expect(sent.map(({ results }) => results)).toEqual([
    ["Function execution timed out"],
    ["a:b#body"],
  ]);
});

test("what the admin key asked in vain is refused to nobody else [B6] [L13]", async () => {
  const { open, sent } = openRounds({
    quarantine: [held("a:b", "admin")],
    answer: ({ path }) => ({ value: path }),
  });
  open(1, "ann", ["a:b"]);
  await settle();

  expect(sent.map(({ results }) => results)).toEqual([["a:b"]]);
});

test("a body that blocked the thread for one answer of its gate is run for the others [B6] [L15]", async () => {
  const given = createHash("sha256").update('{"prices":true}').digest("base64");
  const { open, sent } = openRounds({
    halves,
    quarantine: [{ ...held("a:b#body", "body"), caller: given }],
    answer: (call) => (call.path.endsWith("#gate") ? sees(call) : { value: pricesOf(call) }),
  });
  open(1, "ann", ["a:b"]);
  open(2, "eve", ["a:b"]);
  await settle();

  expect(sent.map(({ client, results }) => [client, ...results])).toEqual([
    [1, "Function execution timed out"],
    [2, "no price"],
  ]);
});
