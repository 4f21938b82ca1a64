import { parseSearchWith } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { boardSearch } from "../../../src/features/board/contents/board-search.ts";
import { usersSearch } from "../../../src/features/users/users-search.ts";
import { addressValue } from "../../../src/lib/address-value.ts";

/** Parses the parameters of a typed address as the router does. */
const typed = parseSearchWith(addressValue);

test("a filter that looks like a number is a text in an address that somebody typed or was sent [BOARD-07]", () => {
  const search = typed('?q=203&category=2026&fold=["2026",7]&who=12&risk=late');
  expect(boardSearch(search)).toEqual({
    ...{ q: "203", category: "2026", fold: ["2026", "7"], who: undefined, risk: "late" },
  });
  expect(usersSearch(typed("?q=203")).q).toBe("203");
  for (const name of ["1E5", "2.50", "007", "12345678901234567890"])
    expect(boardSearch(typed(`?q=${name}`)).q).toBe(name);
});
