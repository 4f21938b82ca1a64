import type { RoutableMethod } from "convex/server";
import type { GenericValidator } from "convex/values";
import type * as z from "zod";
import type { Access } from "../../rules/permissions.ts";
import type { Handler } from "./responses.ts";

/**
 * One row of the route table: what a request may say, what comes back, and who answers. The handler and the OpenAPI
 * description both come from it.
 */
export type Route = {
  method: RoutableMethod;
  /** ":name" is a parameter. */
  path: string;
  /** One sentence for the description. */
  summary: string;
  /** The permission that the caller must hold. */
  access: Access;
  /** The search parameters. */
  query?: z.ZodObject;
  body?: Body;
  answer: Answer;
  /** Its answer is read page by page, and refused when that is more than an answer may be. */
  isLong?: true;
  handler: Handler;
};

/** The body of a request: JSON, a form with files, or the bytes of one file. */
export type Body =
  | {
      type: "application/json" | "multipart/form-data";
      /** Asked for at each request, because rules may depend on the deployment. */
      schema: () => z.ZodObject;
    }
  | { type: "image/*" };

/** The answer of a request that succeeded. */
export type Answer =
  | { status: 200 | 201; shape: GenericValidator | ResultOf }
  | { status: 200; contentType: string }
  | { status: 302 };

/** The shape that a public function declares for its result, by the function's name. */
type ResultOf = { resultOf: string };

/** The names of the parameters in a path. */
export function parameterNames(path: string): string[] {
  return path
    .split("/")
    .filter((part) => part.startsWith(":"))
    .map((part) => part.slice(1));
}
