import { act, cleanup, render, renderHook, screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api.js";
import { ConnectionStatus } from "../../../../src/components/layout/connection-status.tsx";
import { askOnce, useLiveStatus } from "../../../../src/hooks/reads/use-live-query.ts";
import { answers } from "../../../../src/lib/answers/answers.ts";
import { keptAnswers } from "../../../../src/lib/answers/kept/kept-answers.ts";
import { FakeConvex } from "../../../support/fake-convex.tsx";
import { stubIndexedDb } from "../../outbox/indexed-db.ts";

beforeEach(stubIndexedDb);

const query = api.units.names;
const unitsNamed = (...names: string[]) => names.map((name) => ({ id: name, name }));

let backend: FakeConvex;
beforeEach(() => {
  backend = new FakeConvex();
  keptAnswers.begin({ id: "mia" });
});
afterEach(async () => {
  cleanup();
  answers.setOverlays([]);
  await keptAnswers.drop();
});

function read(projectId = "oak") {
  const wrapper = ({ children }: { children: React.ReactNode }) => backend.wrap(children);
  const { result, unmount } = renderHook(() => useLiveStatus(query, { projectId }), { wrapper });
  const names = () => result.current.answer?.map(({ name }) => name);
  return { names, error: () => result.current.error, unmount };
}

const answer = (value: unknown, projectId = "oak") =>
  act(() => backend.answer(query, { projectId }, value));
const leave = async (unmount: () => void) => {
  unmount();
  await keptAnswers.write();
  answer(undefined);
};

test("what was seen is shown again with its time and the changes that wait, until the live answer comes [FIELD-02]", async () => {
  answer(unitsNamed("101", "102"));
  await leave(read().unmount);

  const { names } = read();
  render(<ConnectionStatus />);
  expect(names()).toBeUndefined();
  expect(answers.summary.snapshot()).toMatchObject({ hasGaps: true, asOf: null });
  await waitFor(() => expect(names()).toEqual(["101", "102"]));
  expect(answers.summary.snapshot()).toMatchObject({ hasGaps: false, asOf: expect.any(Number) });
  expect(screen.getByText(/^As of \d/)).toBeVisible();

  act(() =>
    answers.setOverlays([
      {
        id: "rename",
        apply: (store) => {
          const [list] = store.getAllQueries(query);
          if (list?.value)
            store.setQuery(query, list.args, [{ ...list.value[0], name: "A" }] as never);
        },
      },
    ]),
  );
  expect(names()).toEqual(["A"]);
  act(() => answers.setOverlays([]));

  answer(unitsNamed("103"));
  expect(names()).toEqual(["103"]);
  expect(screen.getByText("Live")).toBeVisible();
});

test("what the viewer may not read any more is forgotten [FIELD-02]", async () => {
  answer(unitsNamed("101"));
  await leave(read().unmount);
  const second = read();
  await waitFor(() => expect(second.names()).toEqual(["101"]));
  answer(new ConvexError({ code: "not_found", message: "no" }));
  await leave(second.unmount);

  expect(await keptAnswers.read('units:names {"projectId":"oak"}')).toBeUndefined();
});

test("a question that is asked once is answered from the last visit, and asked for the next [FIELD-02]", async () => {
  const ask = () => askOnce(client, api.board.pages, { projectId: "oak" });
  const served = vi.fn<() => Promise<unknown>>().mockResolvedValueOnce([{ after: 0 }]);
  const client = { query: served as never };
  expect(await ask()).toEqual([{ after: 0 }]);
  await keptAnswers.write();

  served.mockResolvedValueOnce([{ after: 5 }]);
  expect(await ask()).toEqual([{ after: 0 }]);
  served.mockReturnValueOnce(new Promise(() => undefined));
  expect(await ask()).toEqual([{ after: 5 }]);
});
