import { expect, test } from "vitest";
import { mailLink, phoneLink } from "../../../src/lib/contact-links.ts";

test.each([
  ["ana@homes.test", "mailto:ana@homes.test"],
  ["ana+keys@homes.test", "mailto:ana%2Bkeys@homes.test"],
  [
    "ana@homes.test?bcc=spy@evil.test&body=hi",
    "mailto:ana%40homes.test%3Fbcc%3Dspy@evil.test%26body%3Dhi",
  ],
  ["a,b@homes.test", "mailto:a%2Cb@homes.test"],
  ["ana@homes.test\nBcc: spy", "mailto:ana@homes.test%0ABcc%3A%20spy"],
  ["100%@homes.test#x", "mailto:100%25@homes.test%23x"],
  ["aná\ud800@homes.test", "mailto:an%C3%A1%EF%BF%BD@homes.test"],
  ["no address", "mailto:no%20address"],
])("a mail to %j goes to that address and to nobody else [TEAM-03]", (email, link) => {
  expect(mailLink(email)).toBe(link);
  const address = new URL(link);
  expect(address).toMatchObject({ protocol: "mailto:", search: "", hash: "" });
  expect(decodeURIComponent(address.pathname)).toBe(email.replace("\ud800", "\ufffd"));
});

test.each([
  ["+44 (0)20 7946-0018", "tel:+4402079460018"],
  ["555 0100 x12", "tel:5550100;ext=12"],
  ["555 0100 ext. 12", "tel:5550100;ext=12"],
  ["*31#555", "tel:*31%23555"],
  ["555,1;2", "tel:555%2C1%3B2"],
  ["tel:1?x=javascript:1", "tel:11"],
  ["ask Ana", "tel:"],
])("%j is dialled as a number and as nothing else [TEAM-03]", (phone, link) => {
  expect(phoneLink(phone)).toBe(link);
  expect(new URL(link)).toMatchObject({ protocol: "tel:", search: "", hash: "" });
});
