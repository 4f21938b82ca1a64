import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { SessionProvider } from "../../../src/features/session/session-provider.tsx";
import { useSession } from "../../../src/hooks/people/use-session.ts";
import { keptAnswers } from "../../../src/lib/answers/kept/kept-answers.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { stubIndexedDb } from "../outbox/indexed-db.ts";
import { ofServer } from "./of-server.ts";

/** The answers of the server to the page's questions over HTTP. */
export const fetchMock = vi.fn<typeof fetch>();

function Probe() {
  const session = useSession();
  return (
    <>
      <output>{session.state}</output>
      {session.state === "signed-in" && <p>{session.viewer.role}</p>}
      {session.state === "failed" && <button onClick={session.retry}>retry</button>}
    </>
  );
}

export const answer = (status: number, body: unknown) =>
  fetchMock.mockResolvedValueOnce(ofServer(Response.json(body, { status })));
/**
 * Gives each test of a file its own page, device and backend. The test file must mock the module of the connection,
 * which opens a WebSocket.
 */
export function setUpSessions() {
  let backend: FakeConvex;
  beforeEach(() => {
    stubIndexedDb();
    sessionStorage.clear();
    fetchMock.mockReset();
    vi.stubGlobal("fetch", fetchMock);
    backend = new FakeConvex();
  });
  afterEach(async () => {
    cleanup();
    vi.restoreAllMocks();
    await keptAnswers.drop();
  });
  return {
    backend: () => backend,
    /** Renders the state of the session, and the role of who is signed in. */
    show: () => render(backend.wrap(<SessionProvider children={<Probe />} />)),
  };
}

export const state = () => screen.getByRole("status").textContent;
