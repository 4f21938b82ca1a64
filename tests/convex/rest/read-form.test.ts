import { expect, test } from "vitest";
import { readForm } from "../../../convex/rest/door/readForm.ts";

const head = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n`;
const part = (name: string, value = "x") => `${head(name)}\r\n${value}\r\n`;

function sent(body: BodyInit, type = "multipart/form-data; boundary=b"): Request {
  const headers = { "Content-Type": type };
  return new Request("https://turnboard.test/api/photos", { method: "POST", headers, body });
}

test("a form is read with its fields and files, whatever its boundary is called [API-26]", async () => {
  const form = new FormData();
  form.set("unitId", "k57");
  form.set("photo", new File(["\r\n--a picture"], "kitchen.png", { type: "image/png" }));
  const whole = new Request("https://turnboard.test/api/photos", { method: "POST", body: form });

  const read = await readForm(whole);
  const quoted = await readForm(sent(`${part("a")}--b--\r\n`, 'multipart/form-data; boundary="b"'));

  expect(read.get("unitId")).toBe("k57");
  expect(await (read.get("photo") as File).text()).toBe("\r\n--a picture");
  expect(quoted.get("a")).toBe("x");
});

test.each([
  ["more fields than a form of ours has", `${part("a").repeat(33)}--b--\r\n`],
  ["a field with very many headers", `${head("a")}${"A: b\r\n".repeat(2000)}\r\nx\r\n--b--\r\n`],
  ["a field with a name that is no name", `${part("a".repeat(9000))}--b--\r\n`],
  ["no end", part("a")],
  ["nothing", ""],
])("a form with %s is refused before it is taken apart [VALID-20]", async (_, body) => {
  await expect(readForm(sent(body))).rejects.toMatchObject({ data: { code: "invalid" } });
});

test.each([
  ["a text before its first part", "Not for programs.\r\n"],
  ["an empty line before its first part", "\r\n"],
  ["lines that look like its boundary before its first part", "a--b\r\n --b\r\n-- b\r\n"],
])("a form with %s is read, as RFC 2046 allows it [API-26]", async (_, preamble) => {
  const read = await readForm(sent(`${preamble}${part("a")}${part("c")}--b--\r\nAnd after.\r\n`));

  expect([...read.entries()]).toEqual([
    ["a", "x"],
    ["c", "x"],
  ]);
});
