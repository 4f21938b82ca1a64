import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { SessionProvider } from "../../../src/features/session/session-provider.tsx";
import { useLiveQuery } from "../../../src/hooks/reads/use-live-query.ts";
import { useSession } from "../../../src/hooks/people/use-session.ts";
import { authenticateConnection } from "../../../src/lib/connection/convex.ts";
import { sessionEnd } from "../../../src/lib/connection/session-end.ts";
import { viewerOf } from "../support/render-at.tsx";
import { answer, fetchMock, setUpSessions, state } from "../support/session-page.tsx";
import { ofServer } from "../support/of-server.ts";

// The real module opens a WebSocket when it is loaded.
vi.mock("../../../src/lib/connection/convex.ts", () => ({ authenticateConnection: vi.fn() }));

const { backend, show } = setUpSessions();
beforeEach(() => void vi.mocked(authenticateConnection).mockClear());

test("until the first answer the session is loading [AUTH-11]", async () => {
  let arrive: (response: Response) => void = () => undefined;
  fetchMock.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
  show();
  expect(state()).toBe("loading");
  await act(async () => arrive(ofServer(Response.json(viewerOf()))));
  expect(state()).toBe("signed-in");
});

test("the first picture of a signed-in page has what came with its code, and waits for nothing else", async () => {
  const project = [{ id: "oak" }];
  const early = new Promise<Response>((resolve) =>
    setTimeout(() => resolve(ofServer(Response.json(project))), 10),
  );
  fetchMock.mockImplementation((asked) => {
    if (asked === "/api/auth/user") return Promise.resolve(ofServer(Response.json(viewerOf())));
    return asked === "/api/projects" ? early : new Promise(() => undefined);
  });
  history.replaceState(null, "", "/");
  const seen: unknown[] = [];
  function Projects() {
    const found = useLiveQuery(api.projects.list, {});
    const isIn = useSession().state === "signed-in";
    if (isIn) seen.push(found);
    return null;
  }
  render(backend().wrap(<SessionProvider children={<Projects />} />));
  await waitFor(() => expect(seen).not.toHaveLength(0));
  expect(seen[0]).toEqual(project);
});

test("without a session one request tells so, and nothing live is asked [API-05]", async () => {
  answer(401, { message: "no" });
  await act(async () => void show());
  expect(state()).toBe("signed-out");
  expect(fetchMock).toHaveBeenCalledOnce();
  expect(backend().watched.size).toBe(0);
  expect(authenticateConnection).not.toHaveBeenCalled();
});

test("an unreachable server is told as such and can be asked again", async () => {
  fetchMock.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  show();
  await waitFor(() => expect(state()).toBe("failed"));
  answer(200, viewerOf());
  await userEvent.click(screen.getByRole("button", { name: "retry" }));
  expect(state()).toBe("signed-in");
});

test("a changed role is there at once [SHELL-31]", async () => {
  answer(200, viewerOf());
  await act(async () => void show());
  expect(screen.getByText("project_manager")).toBeVisible();
  act(() => backend().answer(api.users.viewer, {}, viewerOf({ role: "project_supervisor" })));
  expect(screen.getByText("project_supervisor")).toBeVisible();
});

test("a live query that fails leaves everything as it was, and what it tells later arrives", async () => {
  answer(200, viewerOf());
  backend().answer(api.users.viewer, {}, viewerOf({ role: "account_administrator" }));
  await act(async () => void show());
  act(() => backend().answer(api.users.viewer, {}, new Error("Server Error")));
  expect(state()).toBe("signed-in");
  expect(screen.getByText("account_administrator")).toBeVisible();
  act(() => backend().answer(api.users.viewer, {}, viewerOf({ role: "project_supervisor" })));
  expect(screen.getByText("project_supervisor")).toBeVisible();
});

test("a session that ends anywhere ends here [AUTH-17]", async () => {
  answer(200, viewerOf());
  backend().answer(api.users.viewer, {}, viewerOf());
  await act(async () => void show());
  expect(state()).toBe("signed-in");
  act(() => backend().answer(api.users.viewer, {}, null));
  expect(state()).toBe("signed-out");
  expect(sessionEnd.snapshot()).toBe(true);
});
