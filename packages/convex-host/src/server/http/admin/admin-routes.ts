import type { RouteHandler } from "../exchange.ts";
import { isKeyReplaced, requireAdmin } from "../authorization.ts";
import { storing, withFreeDisk } from "../free-disk.ts";
import { HttpError } from "../respond.ts";
import { answerFromThread } from "../app-actions.ts";
import {
  finishUploadRoute,
  performImportRoute,
  startUploadRoute,
  uploadPartRoute,
} from "./import-routes.ts";
import { inlineQueryRoute } from "./inline-query-route.ts";
import { logsRoute } from "./logs-route.ts";
import {
  canonicalUrlsRoute,
  configHashesRoute,
  evaluatePushRoute,
  finishPushRoute,
  pushReportRoute,
  startPushRoute,
  waitForSchemaRoute,
} from "./push-routes.ts";
import { variablesRoute } from "./variables-route.ts";

/** The routes that Convex's command line calls (SPEC section C); they need the admin key. */
export const adminRoutes: Readonly<Record<string, RouteHandler>> = {
  "/api/update_environment_variables": forAdmin("POST", variablesRoute),
  "/api/stream_function_logs": forAdmin("GET", logsRoute),
  "/api/export/request/zip": forAdmin("POST", withFreeDisk(answerFromThread)),
  "/api/import/start_upload": forAdmin("POST", withFreeDisk(storing(startUploadRoute))),
  "/api/import/upload_part": forAdmin("POST", storing(uploadPartRoute)),
  "/api/import/finish_upload": forAdmin("POST", storing(finishUploadRoute)),
  "/api/perform_import": forAdmin("POST", performImportRoute),
  "/api/v1/get_canonical_urls": forAdmin("GET", canonicalUrlsRoute),
  "/api/get_config_hashes": forAdmin("POST", configHashesRoute),
  "/api/run_test_function": forAdmin("POST", inlineQueryRoute),
  "/api/deploy2/evaluate_push": forAdmin("POST", evaluatePushRoute),
  "/api/deploy2/start_push": forAdmin("POST", withFreeDisk(storing(startPushRoute))),
  "/api/deploy2/wait_for_schema": forAdmin("POST", waitForSchemaRoute),
  "/api/deploy2/finish_push": forAdmin("POST", finishPushRoute),
  "/api/deploy2/report_push_completed": forAdmin("POST", pushReportRoute),
};

/** The routes with a variable end, which also need the admin key. */
export const adminPrefixes: Readonly<Record<string, RouteHandler>> = {
  "/api/export/zip/": forAdmin("GET", endingWithKey(answerFromThread)),
};

/**
 * The handler of an answer that takes long: its connection ends within seconds when another admin key is made. A key is
 * replaced when somebody else may have it, and a download has all the data.
 */
function endingWithKey(handler: RouteHandler): RouteHandler {
  return async (services, exchange) => {
    const look = async () => {
      if (await isKeyReplaced(services, exchange)) exchange.response.destroy();
    };
    const timer = setInterval(() => void look(), services.limits.tickMs);
    try {
      await handler(services, exchange);
    } finally {
      clearInterval(timer);
    }
  };
}

/** The audit kinds of routes, noted once their work is done. */
const auditKinds: Readonly<Record<string, string>> = {
  "/api/update_environment_variables": "variables.changed",
  "/api/export/request/zip": "data.exported",
  "/api/perform_import": "data.imported",
  "/api/deploy2/finish_push": "code.pushed",
};

function forAdmin(method: "GET" | "POST", handler: RouteHandler): RouteHandler {
  return async (services, exchange) => {
    const kind = auditKinds[exchange.url.pathname];
    if (exchange.request.method !== method)
      throw new HttpError(405, "MethodNotAllowed", `Use ${method}.`);
    await requireAdmin(services, exchange);
    await handler(services, exchange);
    if (kind !== undefined)
      services.audit.note({ kind, address: exchange.metadata.ip, details: {} });
  };
}
