import { makeFunctionReference } from "convex/server";

type Registers = Record<string, string | null>;

/** The functions of tests/fixtures/convex-app. */
export const app = {
  list: makeFunctionReference<"query", { list: string }, string[]>("items:list"),
  mine: makeFunctionReference<
    "query",
    { list: string },
    { subject: string | null; texts: string[] }
  >("items:mine"),
  guestTexts: makeFunctionReference<"query", { list: string }, string[]>("guests:texts"),
  guestPage: makeFunctionReference<"query">("guests:page"),
  prices: makeFunctionReference<"query", { list: string }, string[]>("prices:texts"),
  pricePage: makeFunctionReference<"query">("prices:page"),
  talkative: makeFunctionReference<"query", Record<string, never>, string>("prices:talkative"),
  nosy: makeFunctionReference<"query", Record<string, never>, string | null>("guests:nosy"),
  page: makeFunctionReference<"query">("items:page"),
  recovering: makeFunctionReference<"query", Record<string, never>, string>("items:recovering"),
  add: makeFunctionReference<"mutation", { list: string; text: string; rank?: number }, string>(
    "items:add",
  ),
  clear: makeFunctionReference<"mutation", { list: string }, null>("items:clear"),
  removeText: makeFunctionReference<"mutation", { list: string; text: string }, null>(
    "items:removeText",
  ),
  addMine: makeFunctionReference<"mutation", { list: string }, null>("items:addMine"),
  refuse: makeFunctionReference<"mutation", Record<string, never>, null>("items:refuse"),
  fail: makeFunctionReference<"mutation", Record<string, never>, null>("items:fail"),
  hidden: makeFunctionReference<"mutation", Record<string, never>, string>("items:hidden"),
  count: makeFunctionReference<"action", { name: string }, number>("runs:count"),
  sign: makeFunctionReference<
    "action",
    { subject: string; seconds?: number; issuedAt?: number; account?: string },
    string
  >("tokens:sign"),
  loopInQuery: makeFunctionReference<"query", Record<string, never>, null>("loops:loopInQuery"),
  loopInMutation: makeFunctionReference<"mutation", Record<string, never>, null>(
    "loops:loopInMutation",
  ),
  loopInAction: makeFunctionReference<"action", Record<string, never>, null>("loops:loopInAction"),
  work: makeFunctionReference<"mutation", { rounds: number }, number>("loops:work"),
  waitInAction: makeFunctionReference<"action", Record<string, never>, null>("loops:waitInAction"),
  slowAction: makeFunctionReference<"action", { ms: number }, string>("loops:slowAction"),
  uploadUrl: makeFunctionReference<"mutation", Record<string, never>, string>("files:uploadUrl"),
  readRegisters: makeFunctionReference<"query", { names: string[] }, Registers>("registers:read"),
  changeRegisters: makeFunctionReference<
    "mutation",
    { reads: string[]; writes: string[]; token: string },
    { reads: Registers; writes: Registers }
  >("registers:change"),
  greeting: makeFunctionReference<"query", Record<string, never>, (string | null)[]>(
    "variables:greeting",
  ),
  say: makeFunctionReference<"mutation", { text: string }, null>("variables:say"),
  removeFile: makeFunctionReference<"mutation", { id: string }, null>("files:remove"),
  throwInCallback: makeFunctionReference<"action", { of: string }, null>("throws:inCallback"),
  writeBook: makeFunctionReference<"mutation", { shelf: string; text: string }, null>(
    "searches:write",
  ),
  findBooks: makeFunctionReference<"query", { shelf: string; words: string }, string[]>(
    "searches:find",
  ),
  fileUrl: makeFunctionReference<"query", { id: string }, string | null>("files:url"),
};
