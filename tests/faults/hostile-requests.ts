import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type Choices, hostileJson, hostilePath, pick, sizeBelow } from "./hostile-messages.ts";

const stayMs = 400;
const addresses = [
  ...["/api/query", "/api/mutation", "/api/action", "/api/function", "/api/query_batch"],
  ...["/api/query_at_ts", "/api/query_ts", "/api/run/users/viewer", "/api/storage/upload?token=x"],
  ...["/api/projects", "/api/units/x/notes", "/api/photos", "/api/time-entries", "/api/login"],
  ...["/api/auth/callback/oidc", "/api/nothing", "/idp/token", "/", "/..%2f", "/api/debug_event"],
] as [string, ...string[]];

/** Sends one hostile request, and returns the status of the response. */
export async function hostileRequest(url: string, random: Choices): Promise<number> {
  const path = JSON.stringify(hostilePath(random));
  const json = hostileJson(random);
  const body = pick(
    [json, `{"path":${path},"args":${json}}`, `{"queries":[{"path":${path},"args":${json}}]}`],
    random,
  );
  const method = pick(["POST", "POST", "POST", "GET", "PATCH", "DELETE", "OPTIONS"], random);
  const search =
    method === "GET" ? `?path=users:viewer&args=${encodeURIComponent(json.slice(0, 9000))}` : "";
  const response = await fetch(url + pick(addresses, random) + search, {
    method,
    redirect: "manual",
    headers: {
      "Content-Type": pick(["application/json", "text/plain", "multipart/form-data"], random),
      ...(random() < 0.2 && { Authorization: pick(["Bearer a.b.c", "Convex x", "?"], random) }),
      ...(random() < 0.2 && { Cookie: "session=nonsense" }),
    },
    ...(method === "GET" ? {} : { body }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Begins a request and does not finish it. */
export async function halfRequest(url: string, random: Choices): Promise<void> {
  const socket = connect(Number(new URL(url).port), "localhost");
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  const length = pick(["Content-Length: 90000", "Transfer-Encoding: chunked", "X: y"], random);
  const head = `POST ${pick(addresses, random)} HTTP/1.1\r\nHost: localhost\r\n${length}\r\n`;
  const text = `${head}Content-Type: application/json\r\n\r\n{"path":"${"x".repeat(sizeBelow(4, random))}`;
  socket.write(text.slice(0, Math.ceil(text.length * random())));
  socket.resume();
  await Promise.race([closed, wait(stayMs * random())]);
  socket.destroy();
}
