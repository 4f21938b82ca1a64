import { expect, test } from "vitest";
import { readJsonObject } from "../../../convex/rest/door/readBody.ts";

const post = (body: string) =>
  new Request("https://turns.test/api/projects", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });

/** Builds units with this many fields in total, in lists of a permitted length. */
function bodyWith(fields: number, colon = ":"): string {
  const units = Array.from({ length: fields }, (_, index) => `{"f${index}"${colon}1}`);
  const lists = Array.from({ length: Math.ceil(fields / 8000) }, (_, list) =>
    units.slice(list * 8000, (list + 1) * 8000).join(),
  );
  return `{"units":[[${lists.join("],[")}]]}`;
}

test("a body has as many fields as the largest form, twice over, and no more [OP-57] [VALID-20]", async () => {
  expect(Object.keys(await readJsonObject(post(bodyWith(19_999))))).toEqual(["units"]);

  const refusal = "The body has too many fields.";
  await expect(readJsonObject(post(bodyWith(20_000)))).rejects.toThrow(refusal);
  await expect(readJsonObject(post(bodyWith(20_000, " \n :")))).rejects.toThrow(refusal);
});

test("colons, quotes and white space in the texts of a body are no fields [VALID-20]", async () => {
  const name = `"${" ".repeat(50_000)}":: ${'" '.repeat(50_000)}`;

  expect(await readJsonObject(post(JSON.stringify({ name })))).toEqual({ name });
});
