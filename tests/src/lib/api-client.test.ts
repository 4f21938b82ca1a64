import { afterEach, expect, test, vi } from "vitest";
import { ApiError, apiGet, apiSend, pathOf } from "../../../src/lib/api-client.ts";
import { ofServer } from "../support/of-server.ts";

const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", fetchMock);

afterEach(() => fetchMock.mockReset());

function answer(body: string, init: ResponseInit = {}) {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockResolvedValueOnce(ofServer(new Response(body, init)));
}

test("a path is the segments of its key, and reads are GET [API-50]", async () => {
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

test("changes send JSON, except a form, which is multipart [API-02]", async () => {
  answer("{}");
  await apiSend("POST", "/api/projects", { name: "A" });
  answer("{}");
  const form = new FormData();
  await apiSend("POST", "/api/photos", form);
  const [json, multipart] = fetchMock.mock.calls.map(([, init]) => init);
  expect(json).toMatchObject({
    body: '{"name":"A"}',
    headers: { "Content-Type": "application/json" },
  });
  expect(multipart).toMatchObject({ method: "POST", body: form });
  expect(multipart).not.toHaveProperty("headers");
});

test("every request carries the cookies [API-01]", async () => {
  answer("{}");
  await apiSend("DELETE", "/api/units/u1");
  expect(fetchMock.mock.lastCall?.[1]).toEqual({ method: "DELETE", credentials: "include" });
});

test("a failed request is sent once [LIMIT-08]", async () => {
  answer("boom", { status: 500 });
  await expect(apiSend("DELETE", "/api/units/u1")).rejects.toThrow("500: boom");
  expect(fetchMock).toHaveBeenCalledOnce();
});

test.each([400, 401, 403, 404, 409, 413, 500, 503])(
  "a change that is answered with %i is an error [API-03]",
  async (status) => {
    answer('{"message":"No"}', { status });

    await expect(apiSend("PATCH", "/api/units/u1", {})).rejects.toThrow(
      new ApiError(status, '{"message":"No"}'),
    );
  },
);

test.each([200, 400, 401, 403, 404, 413, 500])(
  "an answer with %i that the server did not give is none, with a page and with JSON [FIELD-05]",
  async (status) => {
    vi.stubGlobal("fetch", fetchMock);
    for (const body of ["<!doctype html>", '{"message":"No"}']) {
      fetchMock.mockImplementation(() => Promise.resolve(new Response(body, { status })));
      await expect(apiGet(["/api/auth/user"], { on401: "null" })).rejects.toThrow(TypeError);
      await expect(apiSend("POST", "/api/photos", {})).rejects.toThrow(TypeError);
    }
  },
);
