import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api.js";
import { useLiveStatus } from "../../../../src/hooks/reads/use-live-query.ts";
import { keptAnswers } from "../../../../src/lib/answers/kept/kept-answers.ts";
import { keyOf } from "../../../../src/lib/answers/question.ts";
import { FakeConvex } from "../../../support/fake-convex.tsx";
import { stubIndexedDb } from "../../outbox/indexed-db.ts";

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await keptAnswers.drop();
});

test("the first answers of a page are waited for from its beginning on, and later ones from their questions on [FIELD-02]", async () => {
  stubIndexedDb();
  const backend = new FakeConvex();
  keptAnswers.begin({ id: "mia" });
  const kept = [{ id: "101", name: "101" }];
  const projects = ["oak", "elm", "fir"];
  for (const projectId of projects) keptAnswers.keep(keyOf("units:names", { projectId }), kept);
  await keptAnswers.write();

  const age = vi.spyOn(performance, "now");
  const timers = vi.spyOn(window, "setTimeout");
  const waits = () => timers.mock.calls.map(([, ms]) => ms);
  const wrapper = ({ children }: { children: React.ReactNode }) => backend.wrap(children);
  const readAt = async (ms: number, projectId: string) => {
    age.mockReturnValue(ms);
    timers.mockClear();
    const { result } = renderHook(() => useLiveStatus(api.units.names, { projectId }), { wrapper });
    await waitFor(() => expect(result.current.answer).toEqual(kept));
    return waits();
  };
  expect(await readAt(100, "oak")).toContain(150);
  expect(await readAt(2000, "elm")).toContain(20);

  act(() => backend.answer(api.units.names, { projectId: "oak" }, kept));
  expect(await readAt(3000, "fir")).toContain(250);
});
