/** A response of the HTTP interface that was no success; the message is "status: body". */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${String(status)}: ${text}`);
    this.status = status;
  }
}

type ReadOptions = {
  /** The meaning of a 401 to the caller: an error (the default), or simply no answer. */
  on401?: "throw" | "null";
  /** The parameters behind the path. */
  search?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
};

/** Reads one address of the interface; the key's segments make the path. Never retries. */
export async function apiGet(
  key: readonly [string, ...string[]],
  { on401 = "throw", search, signal }: ReadOptions = {},
): Promise<unknown> {
  const path = search ? `${pathOf(key)}?${new URLSearchParams(search).toString()}` : pathOf(key);
  const response = await fetch(path, { credentials: "include", ...(signal && { signal }) });
  if (response.status === 401 && on401 === "null") return null;
  await requireSuccess(response);
  return await response.json();
}

/** Changes something through the interface, with a JSON body or a multipart form. Never retries. */
export async function apiSend(
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
): Promise<unknown> {
  const init: RequestInit = { method, credentials: "include" };
  if (body instanceof FormData) init.body = body;
  else if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "Content-Type": "application/json" };
  }
  const response = await fetch(path, init);
  await requireSuccess(response);
  return await response.json();
}

/** The path of a query key: its segments joined by slashes. */
export function pathOf([base, ...segments]: readonly [string, ...string[]]): string {
  return [base, ...segments.map((segment) => encodeURIComponent(segment))].join("/");
}

async function requireSuccess(response: Response): Promise<void> {
  if (response.ok) return;
  const body = await response.text();
  throw new ApiError(response.status, body === "" ? response.statusText : body);
}
