import { isOfServer, Unreachable } from "./server-answer.ts";

/** A failed response of the HTTP API; the message is "status: body". */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${String(status)}: ${text}`);
    this.status = status;
  }
}

type ReadOptions = {
  /** The effect of a 401 response: an error, which is the default, or the result null. */
  on401?: "throw" | "null";
  /** The search parameters of the request. */
  search?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
};

/** Sends a GET request; the segments of the key make the path. Never retries. */
export async function apiGet(
  key: readonly [string, ...string[]],
  { on401 = "throw", search, signal }: ReadOptions = {},
): Promise<unknown> {
  const path = search ? `${pathOf(key)}?${new URLSearchParams(search).toString()}` : pathOf(key);
  const response = await fetch(path, { credentials: "include", ...(signal && { signal }) });
  if (response.status === 401 && on401 === "null" && isOfServer(response)) return null;
  await requireSuccess(response);
  return await bodyOf(response);
}

/** The parsed body. One that was cut off is no JSON: the error is that of a request without an answer. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new Unreachable();
  }
}

/** The path for a key: its segments, encoded and joined by slashes. */
export function pathOf([base, ...segments]: readonly [string, ...string[]]): string {
  return [base, ...segments.map((segment) => encodeURIComponent(segment))].join("/");
}

async function requireSuccess(response: Response): Promise<void> {
  if (!isOfServer(response)) throw new Unreachable({ isAnswered: true });
  if (response.ok) return;
  const body = await response.text();
  throw new ApiError(response.status, body === "" ? response.statusText : body);
}
