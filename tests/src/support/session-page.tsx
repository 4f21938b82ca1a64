import { render, screen } from "@testing-library/react";
import { vi } from "vitest";
import { SessionProvider } from "../../../src/features/session/session-provider.tsx";
import { useSession } from "../../../src/hooks/people/use-session.ts";
import type { FakeConvex } from "../../support/fake-convex.tsx";

/** What the server answers to the page's questions over HTTP. */
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
  fetchMock.mockResolvedValueOnce(Response.json(body, { status }));
/** A page that shows the state of its session, and the role of who is signed in. */
export const showSession = (backend: FakeConvex) =>
  render(backend.wrap(<SessionProvider children={<Probe />} />));
export const state = () => screen.getByRole("status").textContent;
