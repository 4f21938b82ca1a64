import type { RoutableMethod } from "convex/server";
import type { GenericValidator } from "convex/values";
import type * as z from "zod";
import type { Access } from "../../rules/permissions.ts";
import type { Handler } from "./responses.ts";

/** One row of the route table: the request, the answer and the handler. The OpenAPI description is made from it too. */
export type Route = {
  method: RoutableMethod;
  /** The path; a segment ":name" is a parameter. */
  path: string;
  /** One sentence for the OpenAPI description. */
  summary: string;
  /** The permission that the caller must hold. */
  access: Access;
  /** The search parameters. */
  query?: z.ZodObject;
  body?: Body;
  answer: Answer;
  /** True for an answer that is read page by page and may be refused for its length. */
  isLong?: true;
  handler: Handler;
};

/** The body of a request: JSON, a form with files, or the bytes of one file. */
export type Body =
  | {
      type: "application/json" | "multipart/form-data";
      /** A function, because rules may depend on settings of the deployment that are read at each request. */
      schema: () => z.ZodObject;
    }
  | { type: "image/*" };

/** The successful answer. */
export type Answer =
  | { status: 200 | 201; shape: GenericValidator | ResultOf }
  | { status: 200; contentType: string }
  | { status: 302 };

/** The name of a public function whose declared result is the shape. */
type ResultOf = { resultOf: string };

/** The names of the parameters in a path. */
export function parameterNames(path: string): string[] {
  return path
    .split("/")
    .filter((part) => part.startsWith(":"))
    .map((part) => part.slice(1));
}
