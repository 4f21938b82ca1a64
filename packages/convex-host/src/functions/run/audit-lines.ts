import { LeftOutLines } from "./left-out-lines.ts";
import type { RequestMetadata } from "../../wire/caller.ts";
import type { Json, JsonObject } from "../../values/json.ts";

/** The most lines of one call. More of them are counted. */
const maxLines = 32;
const maxLineChars = 8192;

/** The audit lines of one call and of everything that it calls. */
export class AuditLines {
  readonly #lines: JsonObject[] = [];
  readonly #leftOut = new LeftOutLines();

  get lines(): readonly JsonObject[] {
    return [...this.#lines, ...this.#leftOut.lines()];
  }

  /** Adds the body of a `log.audit` call with its variables in place. Throws when the body is too long. */
  add(body: JsonObject, values: { request: RequestMetadata; now: number }): void {
    const line = fill(body, values) as JsonObject;
    if (JSON.stringify(line).length > maxLineChars)
      throw new Error(`An audit log body has at most ${maxLineChars} characters.`);
    if (this.#lines.length < maxLines) this.#lines.push(line);
    else this.#leftOut.add(line);
  }
}

/**
 * Fills in the official variables, `log.vars`. There is no `convexActor`, because no operator acts through a function
 * here.
 */
function fill(value: Json, values: { request: RequestMetadata; now: number }): Json {
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (typeof value !== "object" || value === null) return value;
  if (Object.keys(value).length === 1 && typeof value["$var"] === "string")
    return variable(value["$var"], values);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, fill(item ?? null, values)]),
  );
}

function variable(name: string, { request, now }: { request: RequestMetadata; now: number }): Json {
  switch (name) {
    case "ip":
      return request.ip;
    case "userAgent":
      return request.userAgent;
    case "requestId":
      return request.requestId;
    case "now":
      return now;
    default:
      return null;
  }
}
