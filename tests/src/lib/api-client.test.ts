import { afterEach, expect, test, vi } from "vitest";
import { ApiError, apiGet, pathOf } from "../../../src/lib/api-client.ts";
import { ofServer } from "../support/of-server.ts";

const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", fetchMock);

afterEach(() => fetchMock.mockReset());

function answer(body: string, init: ResponseInit = {}) {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockResolvedValueOnce(ofServer(new Response(body, init)));
}

test("a path is the segments of its key, and reads are GET with the cookies [API-50] [API-01]", async () => {
  answer("[]");
  await apiGet(["/api/projects", "p1", "units"]);
  expect(fetchMock.mock.calls).toEqual([["/api/projects/p1/units", { credentials: "include" }]]);
  expect(pathOf(["/api/units", "a/b"])).toBe("/api/units/a%2Fb");
});

test("a 401 on a read throws by default and is null on request [API-51]", async () => {
  answer("out", { status: 401 });
  await expect(apiGet(["/api/projects"])).rejects.toThrow("401: out");
  answer("out", { status: 401 });
  expect(await apiGet(["/api/auth/user"], { on401: "null" })).toBeNull();
  answer("no", { status: 403 });
  await expect(apiGet(["/api/auth/user"], { on401: "null" })).rejects.toThrow("403: no");
});

test("an error is the status with the body text, or the status text of an empty body [TOAST-01]", async () => {
  answer("Bad", { status: 400 });
  await expect(apiGet(["/api/x"])).rejects.toThrow(new ApiError(400, "Bad"));
  answer("", { status: 500, statusText: "Internal Server Error" });
  await expect(apiGet(["/api/x"])).rejects.toThrow("500: Internal Server Error");
});

test("a failed request is sent once [LIMIT-08]", async () => {
  answer("boom", { status: 500 });
  await expect(apiGet(["/api/units"])).rejects.toThrow("500: boom");
  expect(fetchMock).toHaveBeenCalledOnce();
});

test.each([400, 401, 403, 404, 409, 413, 500, 503])(
  "a request that is answered with %i is an error [API-03]",
  async (status) => {
    answer('{"message":"No"}', { status });

    await expect(apiGet(["/api/units"])).rejects.toThrow(new ApiError(status, '{"message":"No"}'));
  },
);

test.each([200, 400, 401, 403, 404, 413, 500])(
  "an answer with %i that the server did not give is none, with a page and with JSON [FIELD-05]",
  async (status) => {
    vi.stubGlobal("fetch", fetchMock);
    for (const body of ["<!doctype html>", '{"message":"No"}']) {
      fetchMock.mockImplementation(() => Promise.resolve(new Response(body, { status })));
      await expect(apiGet(["/api/auth/user"], { on401: "null" })).rejects.toThrow(TypeError);
    }
  },
);
