import { anonymous, type Caller } from "../sync/client-ports.ts";
import type { Exchange, HttpServices } from "./exchange.ts";
import { HttpError } from "./respond.ts";

/** Who makes this request. A malformed header is the request's fault, a bad token the caller's. */
export async function requireCaller(services: HttpServices, exchange: Exchange): Promise<Caller> {
  const header = exchange.request.headers.authorization;
  const adminKey = exchange.url.searchParams.get("adminKey");
  if (header === undefined && adminKey === null) return anonymous;
  const [, scheme, value] = /^(Bearer|Convex) (\S+)$/.exec(header ?? `Convex ${adminKey}`) ?? [];
  if (scheme === undefined || value === undefined)
    throw new HttpError(400, "BadAuthorizationHeader", "The Authorization header is malformed.");
  const result =
    scheme === "Bearer"
      ? await services.check.user(value)
      : await services.check.admin(value, exchange.isLocal);
  if (result.ok) return result.caller;
  throw new HttpError(
    401,
    scheme === "Bearer" ? "InvalidAuthHeader" : "BadDeployKey",
    result.error,
  );
}

/** The caller of an HTTP action: a bad token leaves it anonymous, the header may be of the app's own kind. */
export async function callerOrAnonymous(
  services: HttpServices,
  { request }: Exchange,
): Promise<Caller> {
  const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
  if (token === undefined) return anonymous;
  const result = await services.check.user(token);
  return result.ok ? result.caller : anonymous;
}
