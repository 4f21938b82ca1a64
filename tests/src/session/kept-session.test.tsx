import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { SessionProvider } from "../../../src/features/session/session-provider.tsx";
import { useLiveQuery } from "../../../src/hooks/reads/use-live-query.ts";
import { useSession } from "../../../src/hooks/people/use-session.ts";
import { answers } from "../../../src/lib/answers/answers.ts";
import { keyOf } from "../../../src/lib/answers/question.ts";
import { keptAnswers } from "../../../src/lib/answers/kept/kept-answers.ts";
import { authenticateConnection } from "../../../src/lib/connection/convex.ts";
import { viewerOf } from "../support/render-at.tsx";
import { answer, fetchMock, setUpSessions, state } from "../support/session-page.tsx";
import { ofServer } from "../support/of-server.ts";

// The real module opens a WebSocket when it is loaded.
vi.mock("../../../src/lib/connection/convex.ts", () => ({ authenticateConnection: vi.fn() }));

const { backend, show } = setUpSessions();

/** Shows the page, and lets it wait for the server as long as it does. The device has answered by then. */
async function showUntilGrace(): Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  show();
  await keptAnswers.viewer();
  await act(() => vi.advanceTimersByTimeAsync(400));
  vi.useRealTimers();
}
beforeEach(() => void vi.mocked(authenticateConnection).mockClear());

test("a device that does not tell who was here holds up nobody whom the server knows [FIELD-02]", async () => {
  vi.spyOn(keptAnswers, "viewer").mockReturnValue(new Promise(() => undefined));
  let arrive: (response: Response) => void = () => undefined;
  fetchMock.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
  vi.useFakeTimers();
  show();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  vi.useRealTimers();
  expect(state()).toBe("loading");
  await act(async () => arrive(ofServer(Response.json(viewerOf()))));
  await waitFor(() => expect(state()).toBe("signed-in"));
});

test("a page begins to write as it is hidden, unless the browser freezes it [FIELD-02]", async () => {
  const write = vi.spyOn(answers, "keepAll").mockResolvedValue();
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  answer(200, viewerOf());
  await act(async () => void show());
  const turn = (type: string) =>
    window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));
  const hide = () => document.dispatchEvent(new Event("visibilitychange"));

  turn("pagehide");
  hide();
  expect(write).not.toHaveBeenCalled();
  turn("pageshow");
  hide();
  expect(write).toHaveBeenCalledOnce();
});

test("without a network the person of the last visit is signed in, and the server has the last word [FIELD-02]", async () => {
  keptAnswers.begin(viewerOf());
  fetchMock.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  show();
  await screen.findByText("project_manager");
  expect(state()).toBe("signed-in");
  expect(authenticateConnection).toHaveBeenCalledOnce();
  await waitFor(() => expect(backend().watched.has("users:viewer {}")).toBe(true));

  act(() => backend().answer(api.users.viewer, {}, viewerOf({ role: "project_supervisor" })));
  expect(screen.getByText("project_supervisor")).toBeVisible();
});

test("a page that began as the person of the last visit shows nothing more when the live connection is another's [FIELD-08]", async () => {
  keptAnswers.begin(viewerOf());
  const drop = vi.spyOn(keptAnswers, "drop");
  fetchMock.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  show();
  await screen.findByText("project_manager");
  await waitFor(() => expect(backend().watched.has("users:viewer {}")).toBe(true));

  act(() => backend().answer(api.users.viewer, {}, { ...viewerOf(), id: "another" }));
  expect(state()).toBe("loading");
  expect(drop).toHaveBeenCalledOnce();
});

test("a device that does not answer holds up nobody whose page begins anew as another person [FIELD-08]", async () => {
  const reload = vi.spyOn(window.location, "reload").mockReturnValue();
  answer(200, viewerOf());
  await act(async () => void show());
  vi.useFakeTimers();
  vi.spyOn(keptAnswers, "drop").mockReturnValue(new Promise(() => undefined));
  act(() => backend().answer(api.users.viewer, {}, { ...viewerOf(), id: "another" }));
  expect(state()).toBe("loading");
  await act(() => vi.advanceTimersByTimeAsync(5000));
  vi.useRealTimers();
  expect(reload).toHaveBeenCalledOnce();
});

test("a page does not begin anew over and over where the device cannot forget the person before [FIELD-08]", async () => {
  const reload = vi.spyOn(window.location, "reload").mockReturnValue();
  keptAnswers.begin(viewerOf());
  await keptAnswers.viewer();
  vi.spyOn(IDBObjectStore.prototype, "clear").mockImplementation(() => {
    throw new DOMException("The disk is full", "QuotaExceededError");
  });
  const another = { ...viewerOf(), id: "another" };
  const visit = async () => {
    let arrive: (response: Response) => void = () => undefined;
    fetchMock.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    await showUntilGrace();
    const shown = state();
    await act(async () => arrive(ofServer(Response.json(another))));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    await keptAnswers.viewer();
    cleanup();
    return shown;
  };
  expect(await visit()).toBe("signed-in");
  expect(reload).toHaveBeenCalledOnce();

  // The next page starts without the memory of this one.
  backend().answer(api.users.viewer, {}, another);
  expect(await visit()).toBe("loading");
  expect(reload).toHaveBeenCalledOnce();
});

test("nobody is shown what a device could not forget of somebody whose session was over before [FIELD-08]", async () => {
  keptAnswers.begin(viewerOf());
  await keptAnswers.viewer();
  vi.spyOn(IDBObjectStore.prototype, "clear").mockImplementation(() => {
    throw new DOMException("The disk is full", "QuotaExceededError");
  });
  answer(401, { message: "no" });
  show();
  await waitFor(() => expect(state()).toBe("signed-out"));
  cleanup();

  // The next person signs in while the server is slow to answer.
  fetchMock.mockReturnValueOnce(new Promise(() => undefined));
  await showUntilGrace();
  expect(state()).toBe("loading");
});

test("a crash of the browser, which loses the word of the person, takes nothing from who starts without a network [FIELD-02]", async () => {
  keptAnswers.begin(viewerOf());
  await keptAnswers.viewer();
  localStorage.clear();
  fetchMock.mockRejectedValue(new TypeError("no network"));

  show();

  await waitFor(() => expect(state()).toBe("signed-in"));
});

test("the first picture of a page without its server has what this device keeps [FIELD-02]", async () => {
  keptAnswers.begin(viewerOf());
  const args = { projectId: "kept" };
  keptAnswers.keep(keyOf("projectTeams:list", args), [{ id: "member" }]);
  await keptAnswers.write();
  fetchMock.mockReturnValue(new Promise(() => undefined));
  history.replaceState(null, "", "/projects/kept/team");
  const seen: unknown[] = [];
  function Team() {
    const found = useLiveQuery(api.projectTeams.list, args);
    if (useSession().state === "signed-in") seen.push(found);
    return null;
  }
  render(backend().wrap(<SessionProvider children={<Team />} />));
  await waitFor(() => expect(seen).not.toHaveLength(0));
  expect(seen[0]).toEqual([{ id: "member" }]);
  expect(answers.summary.snapshot().asOf).toEqual(expect.any(Number));
});

test("a slow server is not waited for, and its word that nobody is signed in ends it and drops what is kept [FIELD-02] [FIELD-08]", async () => {
  keptAnswers.begin(viewerOf());
  let arrive: (response: Response) => void = () => undefined;
  fetchMock.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
  show();
  await screen.findByText("project_manager");

  arrive(ofServer(Response.json({ message: "no" }, { status: 401 })));
  await waitFor(() => expect(state()).toBe("signed-out"));
  await waitFor(async () => expect(await keptAnswers.viewer()).toBeNull());
});

test("without a network the person of the last visit is signed in before the server could have been waited for [FIELD-02]", async () => {
  keptAnswers.begin(viewerOf());
  await keptAnswers.viewer();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.spyOn(performance, "now").mockReturnValue(0);
  const timers = vi.spyOn(window, "setTimeout");
  fetchMock.mockReturnValueOnce(new Promise(() => undefined));
  show();
  await screen.findByText("project_manager");
  expect(timers.mock.calls.map(([, ms]) => ms)).not.toContain(300);
  vi.restoreAllMocks();
});

test("a page that nobody was signed in to asks again when the network is back [FIELD-02]", async () => {
  fetchMock.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  show();
  await screen.findByText("retry");
  answer(200, viewerOf());
  window.dispatchEvent(new Event("online"));
  await screen.findByText("project_manager");
});
