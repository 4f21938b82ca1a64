import { anonymous, type Caller } from "../sync/caller-check.ts";
import { parseBoundedJson } from "../../values/bounded-json.ts";
import type { JsonObject } from "../../values/json.ts";
import type { Exchange, HttpServices } from "./exchange.ts";
import { HttpError } from "./respond.ts";

const malformedText = "The Authorization header is malformed.";

/**
 * The caller of a request. Throws status 400 for a malformed header, 401 for a refused token and 403 for a refused key.
 */
export async function requireCaller(services: HttpServices, exchange: Exchange): Promise<Caller> {
  const header = exchange.request.headers.authorization;
  if (header === undefined) return anonymous;
  const [, scheme, value] = /^(Bearer|Convex) (\S+)$/.exec(header) ?? [];
  if (scheme === undefined || value === undefined) throw malformedHeader();
  if (scheme === "Convex") return await requireAdminKey(services, exchange, value);
  const result = await services.check.user(value);
  if (result.ok) return result.caller;
  throw new HttpError(401, "InvalidAuthHeader", result.error);
}

/** The holder of the admin key; throws status 401 for other callers. */
export async function requireAdmin(services: HttpServices, exchange: Exchange): Promise<Caller> {
  const caller = await requireCaller(services, exchange);
  if (caller.isAdmin) return caller;
  throw new HttpError(401, "MissingAdminKey", "This address needs the admin key.");
}

async function requireAdminKey(
  { check }: HttpServices,
  { isLocal, metadata }: Exchange,
  value: string,
): Promise<Caller> {
  const { key, acting } = partsOf(value);
  const impersonating = acting === undefined ? null : decodeIdentity(acting);
  const result = await check.admin({ key, isLocal, address: metadata.ip, impersonating });
  if (result.ok) return result.caller;
  throw new HttpError(403, "BadDeployKey", result.error);
}

/** True once another admin key was made in place of the one that a request was accepted with. */
export async function isKeyReplaced({ check }: HttpServices, exchange: Exchange): Promise<boolean> {
  const { authorization = "" } = exchange.request.headers;
  return !(await check.isLastKey(partsOf(authorization.replace(/^Convex /, "")).key));
}

/** The admin key, and the encoded identity as which its holder acts. */
function partsOf(value: string): { key: string; acting: string | undefined } {
  const [, key = "", acting] = /^([^:]*)(?::(.*))?$/.exec(value) ?? [];
  return { key, acting };
}

/** The identity as which the holder of the key acts: JSON in base64 after the key. */
function decodeIdentity(text: string): JsonObject {
  try {
    const json = parseBoundedJson(Buffer.from(text, "base64").toString("utf8"));
    if (typeof json === "object" && json !== null && !Array.isArray(json))
      return json as JsonObject;
  } catch {
    // The error is thrown below.
  }
  throw malformedHeader();
}

function malformedHeader(): HttpError {
  return new HttpError(400, "BadAuthorizationHeader", malformedText);
}

/**
 * The caller of an HTTP action. An unusable header does not keep the action from running, because it may be of the
 * app's own kind. `fault` is the error for an action that reads the identity.
 */
export async function callerOrAnonymous(
  services: HttpServices,
  { request }: Exchange,
): Promise<{ caller: Caller; fault: string | null }> {
  const header = request.headers.authorization;
  if (header === undefined) return { caller: anonymous, fault: null };
  const [, token] = /^Bearer (\S+)$/.exec(header) ?? [];
  if (token === undefined) return { caller: anonymous, fault: malformedText };
  const result = await services.check.user(token);
  return result.ok
    ? { caller: result.caller, fault: null }
    : { caller: anonymous, fault: result.error };
}
