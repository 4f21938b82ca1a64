import { expect, test } from "vitest";
import { startTestHost } from "../../support/live-host.ts";

const path = "/.well-known/security.txt";
const now = () => Date.UTC(2026, 10, 22, 11);

test("with contacts in the settings, whoever finds a weakness is told whom to write to [H16]", async () => {
  const securityContacts = [
    "mailto:security@example.com",
    "https://example.com/report",
    "tel:+1-201-555-0123",
  ];
  const { url } = await startTestHost({ settings: { securityContacts }, host: { now } });

  const answer = await fetch(url + path);

  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await answer.text()).toBe(
    "Contact: mailto:security@example.com\n" +
      "Contact: https://example.com/report\n" +
      "Contact: tel:+1-201-555-0123\n" +
      "Expires: 2027-02-20T00:00:00Z\n" +
      "Preferred-Languages: en\n",
  );
  expect((await fetch(url + path, { method: "POST" })).status).toBe(405);
});

test("a site of https names its own address [H16]", async () => {
  const siteUrl = "https://site.example.com";
  const securityContacts = ["mailto:security@example.com"];
  const { port } = await startTestHost({ settings: { siteUrl, securityContacts } });

  const text = await (await fetch(`http://127.0.0.1:${port}${path}`)).text();

  expect(text).toContain("Canonical: https://site.example.com/.well-known/security.txt\n");
});

test("without it there is nothing at the address [H16]", async () => {
  const { url } = await startTestHost();

  expect((await fetch(url + path)).status).toBe(404);
});
