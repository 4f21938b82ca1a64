import * as z from "zod";
import { parseBody, readJsonObject } from "../body.ts";
import type { RouteHandler } from "../exchange.ts";
import { HttpError, sendJson } from "../respond.ts";
import { replaceFunctions } from "./replace-functions.ts";

const changesBody = z.object({
  changes: z.array(z.object({ name: z.string(), value: z.string().nullish() })).max(1000),
});

const mostBytes = 2 * 1024 * 1024;

/**
 * `POST /api/update_environment_variables`. Modules read variables while they load, so the app is loaded again with the
 * changes. When it does not load with them, nothing has changed.
 */
export const variablesRoute: RouteHandler = async (services, exchange) => {
  const { limits, log, fixedVariables } = services;
  const limit = { bytes: mostBytes, ms: limits.bodyMs };
  const { changes } = parseBody(changesBody, await readJsonObject(exchange.request, limit));
  const variableChanges = changes.map(({ name, value }) => {
    if (fixedVariables.has(name)) throw new HttpError(400, "EnvVarNotAllowed", ofTheHost(name));
    return { name, value: value ?? null };
  });
  const refused = { code: "EnvVarsNotChanged", before: "Nothing was changed." };
  await replaceFunctions(services, { variableChanges }, refused);
  const names = variableChanges.map(({ name }) => name).join(" ");
  log.info("admin.variables-changed", { names });
  sendJson(exchange.response, 200, null);
};

function ofTheHost(name: string): string {
  return (
    `${name} comes from the host itself: from its address, its keys or the settings that it was started with. ` +
    "Change it there and start the host again."
  );
}
