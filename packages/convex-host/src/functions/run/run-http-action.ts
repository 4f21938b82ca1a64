import { messageOf } from "../../log.ts";
import { runInside } from "./context.ts";
import { convexErrorData, fullText } from "./errors.ts";
import type { Execution } from "./execution.ts";
import { withinTime } from "./invoke.ts";
import { report } from "./report.ts";
import { actionExecution } from "./run-action.ts";
import { originate, type RunServices } from "./services.ts";
import type { Identity, RequestMetadata } from "../../wire/caller.ts";

/**
 * Answers a request through the app's `http` router; null when no route matches. HEAD is answered as GET without a
 * body.
 */
export async function runHttpAction(
  services: RunServices,
  request: Request,
  options: { identity: Identity | null; request: RequestMetadata },
): Promise<Response | null> {
  const route = services.host.app.findRoute(new URL(request.url).pathname, request.method);
  if (route === null) return null;
  const call = originate(services, {
    ...options,
    path: route.pattern,
    args: {},
    caller: "public",
  });
  const execution = actionExecution(services, `http:${request.method} ${route.pattern}`, call);
  try {
    const response = await withinTime(execution, { ownMs: services.limits.actionMs }, () =>
      runInside(execution, async () => requireResponse(await route.invoke(request))),
    );
    report(services, { ...call, kind: "http" }, { ok: true });
    return passOn(response, { request, execution, services });
  } catch (error) {
    execution.end();
    report(services, { ...call, kind: "http" }, { ok: false, error });
    return errorResponse(error, { requestId: options.request.requestId, redact: services.redact });
  }
}

function requireResponse(value: unknown): Response {
  if (value instanceof Response) return value;
  throw new Error("HTTP actions must return a Response");
}

type Passing = { request: Request; execution: Execution<null>; services: RunServices };

function passOn(response: Response, { request, execution, services }: Passing): Response {
  const { status, statusText, headers, body } = response;
  if (body === null || request.method === "HEAD") {
    execution.end();
    void runInside(execution, () => body?.cancel())?.catch(() => undefined);
    return new Response(null, { status, statusText, headers });
  }
  const stream = bodyOf(body, execution, services.limits.responseBytes);
  return new Response(stream, { status, statusText, headers });
}

/**
 * Passes on the bytes of a body. The execution lives until the last of them, because the handler may still make them.
 */
function bodyOf(
  body: ReadableStream<Uint8Array>,
  execution: Execution<null>,
  maxBytes: number,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let sent = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await runInside(execution, () => reader.read());
        if (done) {
          execution.end();
          controller.close();
          return;
        }
        sent += value.byteLength;
        if (sent > maxBytes) throw new Error(`HTTP action response is too large (${maxBytes}).`);
        controller.enqueue(value);
      } catch (error) {
        execution.end();
        void runInside(execution, () => reader.cancel(error)).catch(() => undefined);
        controller.error(error);
      }
    },
    async cancel(reason) {
      execution.end();
      await runInside(execution, () => reader.cancel(reason));
    },
  });
}

function errorResponse(error: unknown, style: { requestId: string; redact: boolean }): Response {
  const data = convexErrorData(error);
  const title = `[Request ID: ${style.requestId}] Server Error`;
  const body = style.redact
    ? { code: title }
    : { code: `${title}: ${messageOf(error)}`, trace: fullText(error) };
  return Response.json(data === undefined ? body : { ...body, data }, { status: 500 });
}
