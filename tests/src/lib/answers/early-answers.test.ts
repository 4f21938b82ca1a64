import { expect, test, vi } from "vitest";
import { ConvexError } from "convex/values";
import { getFunctionName } from "convex/server";
import { api } from "../../../../convex/_generated/api.js";
import { answers } from "../../../../src/lib/answers/answers.ts";
import { keyOf } from "../../../../src/lib/answers/question.ts";
import { offerEarlyAnswers } from "../../../../src/lib/answers/early-answers.ts";
import { weekRange } from "../../../../src/features/time/week/week.ts";
import { earlyReads } from "../../../../src/lib/answers/early-reads.ts";
import { ofServer } from "../../support/of-server.ts";

const silent = {
  watchQuery: () => ({
    onUpdate: () => () => undefined,
    localQueryResult: () => undefined,
    journal: () => undefined,
  }),
};

function answersOverHttp(byPath: Record<string, unknown>): void {
  vi.stubGlobal("fetch", (path: string) => {
    const body = byPath[path];
    return Promise.resolve(
      ofServer(new Response(JSON.stringify(body ?? {}), { status: body ? 200 : 403 })),
    );
  });
}

test("what came early over HTTP answers the live question of the screen until that is answered", async () => {
  answersOverHttp({ "/api/projects/early1/team": [{ id: "member" }] });

  await offerEarlyAnswers("/projects/early1/team");

  const key = keyOf("projectTeams:list", { projectId: "early1" });
  expect(answers.look(silent, key).answer).toEqual([{ id: "member" }]);
});

test("a refused early read leaves the question to the live connection", async () => {
  answersOverHttp({ "/api/analytics/risk": { unitsAtRisk: [] } });

  await offerEarlyAnswers("/");

  expect(answers.look(silent, keyOf("analytics:risk", {})).answer).toEqual({ unitsAtRisk: [] });
  expect(answers.look(silent, keyOf("projects:list", {})).answer).toBeUndefined();
});

test("what came early is forgotten when the live connection refuses the question", async () => {
  answersOverHttp({ "/api/projects/refused1/team": [{ id: "member" }] });
  await offerEarlyAnswers("/projects/refused1/team");
  const key = keyOf("projectTeams:list", { projectId: "refused1" });
  let isRefused = false;
  let tell: () => void = () => undefined;
  const refusing = {
    watchQuery: () => ({
      onUpdate: (listener: () => void) => {
        tell = listener;
        return () => undefined;
      },
      localQueryResult: () => {
        if (isRefused) throw new ConvexError({ code: "forbidden", message: "no" });
        return undefined;
      },
      journal: () => undefined,
    }),
  };
  const leave = answers.claim(refusing, key, () => undefined);
  expect(answers.look(refusing, key).answer).toEqual([{ id: "member" }]);

  isRefused = true;
  tell();
  leave();
  expect(answers.look(silent, key).answer).toBeUndefined();
});

test("a read whose path names nothing of the address answers a question without arguments", async () => {
  answersOverHttp({ "/api/projects": [{ id: "early1" }] });

  await offerEarlyAnswers("/projects/early1/time-tracking");

  expect(answers.look(silent, keyOf("projects:list", {})).answer).toEqual([{ id: "early1" }]);
});

test("the time entries of the current week answer the question of a timesheet, and of no other week", async () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 4, 15, 30), toFake: ["Date"] });
  const week = weekRange("2026-03-02");
  const path = `/api/projects/early2/time-entries/between?${new URLSearchParams(week).toString()}`;
  answersOverHttp({ [path]: [{ id: "entry" }] });

  window.history.replaceState(null, "", "/projects/early2/time-tracking?week=2026-02-23");
  await offerEarlyAnswers("/projects/early2/time-tracking");
  const key = keyOf("timeEntries:list", { projectId: "early2", ...week });
  expect(answers.look(silent, key).answer).toBeUndefined();

  window.history.replaceState(null, "", "/projects/early2/time-tracking");
  await offerEarlyAnswers("/projects/early2/time-tracking");
  expect(answers.look(silent, key).answer).toEqual([{ id: "entry" }]);
  vi.useRealTimers();
});

test("an address without early reads asks for nothing", async () => {
  const fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);

  await offerEarlyAnswers("/projects/early1/history");

  expect(fetched).not.toHaveBeenCalled();
});

test("each early read names a live question", () => {
  const { projects, board } = api;
  const questions = [
    ...[api.analytics.risk, api.myDay.mine, api.projectTeams.list, board.opening, board.opening],
    ...[projects.list, projects.list, projects.list, projects.list, api.units.list],
    ...[api.timeEntries.list, api.taskTemplates.list],
  ];
  const named = Object.values(earlyReads).flatMap((reads) => reads.map(({ name }) => name));

  expect(named.sort()).toEqual(questions.map((query) => getFunctionName(query)).sort());
});
