import { vi } from "vitest";
import { insertSession, setupWorkspace } from "./workspace.ts";

/** Sets up a workspace with its HTTP door, and people with cookies. */
export async function setupHttpDoor() {
  vi.stubEnv("SITE_URL", "https://turnboard.test");
  const workspace = await setupWorkspace();
  const { t } = workspace;

  /** Returns the headers of a person with this stored role. */
  const cookieOf = async (role: string) => {
    const { secret, userId } = await insertSession(t, role);
    return { userId, headers: { Cookie: `__Host-turnboard_session=${secret}` } };
  };
  const admin = await cookieOf("account_administrator");
  const manager = await cookieOf("project_manager");
  const supervisor = await cookieOf("project_supervisor");

  /** Sends a request, and returns the status and the JSON of the response. */
  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const response = await t.fetch(path, { method, ...init });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  /** Sends a request with a JSON body, and returns the same. */
  const sendJson = async (
    method: string,
    path: string,
    { headers, body }: { headers: Record<string, string>; body?: unknown },
  ) =>
    await send(method, path, {
      headers: { "Content-Type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  return { ...workspace, doors: { admin, manager, supervisor }, cookieOf, send, sendJson };
}
