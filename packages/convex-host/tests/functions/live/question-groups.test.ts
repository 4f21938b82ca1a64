import { compareValues, convexToJson, type Value } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { argumentsText } from "../../../src/values/canonical.ts";
import type { JsonObject } from "../../../src/values/json.ts";
import type { Question } from "../../../src/functions/live/live-query.ts";
import { QuestionGroups } from "../../../src/functions/live/question-groups.ts";
import { createPrepare } from "../../support/live-queries.ts";
import { anyValue } from "../../values/arbitrary-values.ts";
import type { Prepared } from "../../../src/functions/run/calls.ts";

const prepare = createPrepare();
const functionAt = (path: string): Prepared["called"] => prepare({ path, args: {} }).called;

function questionOf(args: Record<string, Value>, more: Partial<Question> = {}): Question {
  const json = convexToJson(args) as JsonObject;
  const called = functionAt("a:b");
  return {
    part: "whole",
    called,
    argsText: argumentsText(json),
    given: null,
    journal: null,
    ...more,
  };
}

const oddNumber = fc.constantFrom<Value>(0, -0, 0n, null, NaN, Infinity, "", "0", false, [], {});
const value = fc.oneof(oddNumber, anyValue);
const args = fc.record({ a: value, b: value }, { requiredKeys: [] });

test("arguments are one question exactly when they are equal values, in whichever order their fields come [L13]", () => {
  fc.assert(
    fc.property(args, args, (one, other) => {
      const groups = new QuestionGroups();
      const group = groups.groupFor(questionOf(one));
      const turned = Object.fromEntries(Object.entries(one).reverse());

      expect(groups.groupFor(questionOf(turned))).toBe(group);
      expect(groups.groupFor(questionOf(other)) === group).toBe(compareValues(one, other) === 0);
    }),
  );
});

test.each<[string, Partial<Question>]>([
  ["another part", { part: "body" }],
  ["another function of the same name", { called: { ...functionAt("a:b") } }],
  ["another answer of the gate", { given: "{}" }],
  ["another journal", { journal: "" }],
])("%s is another question [L13]", (_what, more) => {
  const groups = new QuestionGroups();

  expect(groups.groupFor(questionOf({}, more))).not.toBe(groups.groupFor(questionOf({})));
});

test("what nobody can join any more is forgotten, and nothing else [L13]", () => {
  const groups = new QuestionGroups();
  const [left, kept] = [questionOf({ a: 1 }), questionOf({ a: 1 }, { journal: "j" })];
  const [forgotten, other] = [groups.groupFor(left), groups.groupFor(kept)];

  groups.delete(forgotten);

  expect(groups.groupFor(kept)).toBe(other);
  expect(groups.groupFor(left)).not.toBe(forgotten);
});

test.each<[string, (text: string) => Question]>([
  ["arguments", (text) => questionOf({ text })],
  ["journals", (journal) => questionOf({}, { journal })],
])(
  "thousands of questions with long %s of one length are found in time that grows with their number [L13]",
  // Compared letter by letter with all others, they take minutes.
  (_, ask) => {
    const groups = new QuestionGroups();
    const long = "x".repeat(24_000);
    const questions = Array.from({ length: 3000 }, (_, index) => ask(long + (10_000 + index)));
    const made = questions.map((question) => groups.groupFor(question));

    expect(new Set(made).size).toBe(questions.length);
    expect(questions.map((question) => groups.groupFor(question))).toEqual(made);
    for (const group of made) groups.delete(group);
    expect(groups.groupFor(questions[0]!)).not.toBe(made[0]);
  },
);
