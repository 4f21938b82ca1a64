import { beforeEach, expect, test, vi } from "vitest";
import { answerAtOnce } from "../../../src/features/session/early-session.ts";
import { fetchViewer } from "../../../src/features/session/first-answer.ts";
import { answers } from "../../../src/lib/answers/answers.ts";
import { offerEarlyAnswers } from "../../../src/lib/answers/early-answers.ts";
import { askEarly, userAddress } from "../../../src/lib/answers/early-asked.ts";
import { keptPerson } from "../../../src/lib/device/kept-person.ts";
import { keyOf } from "../../../src/lib/answers/question.ts";
import { authenticateConnection } from "../../../src/lib/connection/convex.ts";
import { lastUnit } from "../../../src/lib/device/last-unit.ts";
import { viewerOf } from "../support/render-at.tsx";
import { ofServer } from "../support/of-server.ts";

// The real module opens a WebSocket when it is loaded.
vi.mock("../../../src/lib/connection/convex.ts", () => ({ authenticateConnection: vi.fn() }));

const silent = {
  watchQuery: () => ({
    onUpdate: () => () => undefined,
    localQueryResult: () => undefined,
    journal: () => undefined,
  }),
};
const openingOf = (projectId: string) =>
  answers.look(silent, keyOf("board:opening", { projectId })).answer;

let arrive: Map<string, (response: Response) => void>;
beforeEach(() => {
  vi.mocked(authenticateConnection).mockClear();
  arrive = new Map();
  vi.stubGlobal("fetch", (path: string) => new Promise((resolve) => arrive.set(path, resolve)));
});

const come = async (path: string, body: unknown, status = 200) => {
  arrive.get(path)?.(ofServer(Response.json(body, { status })));
  await new Promise((resolve) => setTimeout(resolve));
};

test("a page to which all came before its code begins with it, as the person who is signed in", async () => {
  window.history.replaceState(null, "", "/projects/at-once/board");
  expect(answerAtOnce()).toBeNull();
  await come(userAddress, viewerOf());
  expect(answerAtOnce()).toBeNull();
  expect(authenticateConnection).not.toHaveBeenCalled();

  await come("/api/projects/at-once/board/opening", { rows: [] });
  expect(answerAtOnce()).toEqual({ kind: "viewer", viewer: viewerOf() });
  expect(authenticateConnection).toHaveBeenCalledOnce();
  expect(openingOf("at-once")).toEqual({ rows: [] });

  // The next caller gets the answer of the server.
  arrive.clear();
  askEarly(userAddress);
  expect([...arrive.keys()]).toEqual([userAddress]);
  await come(userAddress, null, 401);
  expect(answerAtOnce()).toEqual({ kind: "nobody" });
});

test("a refused first read holds up nothing and answers nothing, and a server that is not there is no answer", async () => {
  window.history.replaceState(null, "", "/projects/refused/board");
  answerAtOnce();
  await come(userAddress, viewerOf());
  answerAtOnce();
  await come("/api/projects/refused/board/opening", { message: "no" }, 403);
  expect(answerAtOnce()?.kind).toBe("viewer");
  expect(openingOf("refused")).toBeUndefined();

  answerAtOnce();
  await come(userAddress, { message: "down" }, 503);
  expect(answerAtOnce()).toBeNull();
});

test("what was asked along with a question that failed is not shown to whoever is signed in at the next one [FIELD-08]", async () => {
  const opening = "/api/projects/tried-again/board/opening";
  const first = fetchViewer();
  askEarly(opening);
  await come(opening, { rows: ["of the one before"] });
  await come(userAddress, { message: "down" }, 503);
  expect((await first).kind).toBe("failed");

  const second = fetchViewer();
  await come(userAddress, viewerOf());
  expect((await second).kind).toBe("viewer");
  const offered = offerEarlyAnswers("/projects/tried-again/board");
  await come(opening, { rows: ["of this one"] });
  await offered;
  expect(openingOf("tried-again")).toEqual({ rows: ["of this one"] });
});

test("the unit that was opened last is offered to the person who opened it, and to nobody after them [FIELD-08] [CAM-01]", async () => {
  const unit = { projectId: "oak", unitId: "101", name: "101", projectName: "Oak Court" };
  lastUnit.set(unit);
  window.history.replaceState(null, "", "/projects/last/board");
  for (const [before, offered] of [
    [viewerOf().id, unit],
    ["another", null],
  ] as const) {
    keptPerson.set(before);
    answerAtOnce();
    await come(userAddress, viewerOf());
    answerAtOnce();
    await come("/api/projects/last/board/opening", { rows: [] });
    expect(answerAtOnce()?.kind).toBe("viewer");
    expect(lastUnit.snapshot()).toEqual(offered);
  }
});
