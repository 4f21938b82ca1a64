import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TroubleshootingPage } from "../../../src/features/sign-in/troubleshooting-page.tsx";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderAt } from "../support/render-at.tsx";
import { ofServer } from "../support/of-server.ts";

const userAgent = "Mozilla/5.0 ".repeat(10).trim();
const signedOut = {
  isAuthenticated: false,
  sessionID: null as string | null,
  user: null as { email: string; id: string } | null,
  cookies: null as string | null,
  headers: { userAgent, host: "turn.homes.test" },
};
const signedIn = {
  ...signedOut,
  isAuthenticated: true,
  sessionID: "ab…",
  user: { email: "mia@homes.test", id: "user1" },
  cookies: "session=***",
};

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  fetchMock.mockReset();
  vi.stubGlobal("fetch", fetchMock);
});
afterEach(cleanup);

async function show(...answers: object[]) {
  for (const answer of answers) fetchMock.mockResolvedValueOnce(ofServer(Response.json(answer)));
  const page = await renderAt(new FakeConvex(), <TroubleshootingPage />, {
    at: "/auth-troubleshoot",
  });
  await screen.findByText("Authenticated");
  return page;
}

const value = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

test("the error is explained and the five manual steps are listed [AUTH-19] [AUTH-22]", async () => {
  await show(signedOut);
  expect(screen.getByText(/Unable to process request due to missing initial state/)).toBeVisible();
  expect(screen.getByText(/session storage was cleared or is inaccessible/)).toBeVisible();
  const steps = screen.getAllByRole("listitem").map((step) => step.textContent);
  const words = [
    /clear site data/i,
    /disable ad blockers/i,
    /use a private window/i,
    /on safari, disable prevent cross-site tracking/i,
    /try another browser/i,
  ];
  expect(steps).toHaveLength(5);
  for (const [index, word] of words.entries()) expect(steps[index]).toMatch(word);
});

test("both buttons leave for signing in, the first with empty storages [AUTH-20] [AUTH-21]", async () => {
  const assign = vi.spyOn(window.location, "assign").mockReturnValue();
  localStorage.setItem("a", "1");
  const { user } = await show(signedOut);
  await user.click(screen.getByRole("button", { name: "Try Direct Login" }));
  expect(localStorage.length).toBe(1);
  await user.click(screen.getByRole("button", { name: "Clear All Data & Retry Login" }));
  expect(localStorage.length).toBe(0);
  expect(assign.mock.calls).toEqual([["/api/login"], ["/api/login/retry"]]);
});

test("refreshing reads the values again [AUTH-23] [AUTH-24] [AUTH-25] [AUTH-26]", async () => {
  const { user } = await show(signedOut, signedIn);
  expect([value("Authenticated"), value("Session"), value("Host")]).toEqual([
    "No",
    "None",
    "turn.homes.test",
  ]);
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  await screen.findByText("mia@homes.test");
  expect(["Authenticated", "Session", "User ID", "Cookies"].map(value)).toEqual([
    "Yes",
    "Active",
    "user1",
    "session=***",
  ]);
  expect(fetchMock.mock.calls.map(([url]) => url)).toEqual(["/api/auth/debug", "/api/auth/debug"]);
});

test("the user agent is cut to 60 characters, except in the raw data [AUTH-27] [AUTH-28]", async () => {
  const { user } = await show(signedOut);
  expect(value("User agent")).toBe(userAgent.slice(0, 60));
  await user.click(screen.getByText("Raw data"));
  const raw = await screen.findByText(/"isAuthenticated": false/);
  expect(JSON.parse(raw.textContent)).toEqual(signedOut);
});

test("a failed read is told on the card and in the console [AUTH-29]", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  fetchMock.mockResolvedValueOnce(ofServer(new Response("boom", { status: 500 })));
  await renderAt(new FakeConvex(), <TroubleshootingPage />, { at: "/auth-troubleshoot" });
  expect(await screen.findByText("Failed to fetch debug info")).toBeVisible();
  expect(log).toHaveBeenCalledWith("Failed to fetch debug info", expect.anything());
});
