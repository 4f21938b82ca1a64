import { expect, test } from "vitest";
import { isAddressOf } from "../../convex/lib/companyAddress.ts";
import { isEmailAddress, normalizeEmail } from "../../convex/lib/emailAddress.ts";
import { createMemberInput } from "../../convex/rules/inputs/teamMembers.ts";
import { createUserInput } from "../../convex/rules/inputs/users.ts";
import { personOf } from "../../server/demo-provider/people.ts";
import { isEmailAddress as isEmailAddressOfHost } from "../../server/email-address.ts";
import { readConfig } from "../../server/settings.ts";

const good = [
  "ann@homes.test",
  "Ann.O'Neil+turns@North.Homes.TEST",
  "a_b-c%d@homes.test",
  "josé@homes.test",
  "安@homes.test",
];

const bad = [
  "",
  "ann",
  "@homes.test",
  "ann@",
  "ann@x@homes.test",
  "ann @homes.test",
  "ann\u00a0b@homes.test",
  "ann\u200b@homes.test",
  "ann\u0000@homes.test",
  "ann\r\nb@homes.test",
  "ann\u202e@homes.test",
  "ann,boss@homes.test",
  "ann;boss@homes.test",
  '"ann"@homes.test',
  "<ann@homes.test>",
  "ann(boss)@homes.test",
  "ann@homes..test",
  "ann@.homes.test",
  "ann@homes.test.",
  "ann@-homes.test",
  // Characters that case folding or composing turns into others: the Kelvin sign, a long s, a dotted I, full width.
  "an\u212ael@homes.test",
  "bo\u017fs@homes.test",
  "\u0130da@homes.test",
  "stra\u00dfe@homes.test",
  "\u00c9va@homes.test",
  "\uff41nn@homes.test",
  "e\u0301va@homes.test",
  `${"a".repeat(250)}@homes.test`,
];

/** Returns the result of each check of an address. */
function verdicts(text: string): boolean[] {
  const name = { firstName: "A", lastName: "B" };
  return [
    isEmailAddress(text),
    isEmailAddressOfHost(text),
    isAddressOf(text, text.slice(text.lastIndexOf("@") + 1)),
    createUserInput("homes.test", []).safeParse({ ...name, email: text }).success,
    createMemberInput.safeParse({ ...name, email: text, role: "crew_member" }).success,
    personOf(text, []) !== null,
  ];
}

test.each(good)("%j is an email address, for everyone who asks [OP-05]", (text) => {
  expect(verdicts(text)).toEqual(Array(6).fill(true));
  expect(readConfig({ ADMIN_EMAILS: text }).functions.adminEmails).toBe(text);
});

test.each(bad)("%j is none, for everyone who asks [OP-05]", (text) => {
  expect(verdicts(text)).toEqual(Array(6).fill(false));
});

test("the rule of the host is the app's, for every character [OP-05]", () => {
  const differing: string[] = [];
  for (let code = 0; code <= 0x1_ffff; code++) {
    const text = `a${String.fromCodePoint(code)}b@homes.test`;
    if (isEmailAddress(text) !== isEmailAddressOfHost(text)) differing.push(text);
  }

  expect(differing).toEqual([]);
});

test("no two addresses that are taken become one but by the case of a to z [OP-05]", () => {
  const taken: string[] = [];
  for (let code = 0x80; code <= 0x1_ffff; code++) {
    const text = `${String.fromCodePoint(code)}@homes.test`;
    if (isEmailAddress(text) && text.toLowerCase() !== normalizeEmail(text)) taken.push(text);
  }

  expect(taken).toEqual([]);
});
