import type { ValidatorJSON } from "convex/values";
import { v } from "convex/values";
import * as z from "zod";
import { productName, userRoles } from "../../rules/labels.ts";
import { type Access, can } from "../../rules/permissions.ts";
import { jsonResponse } from "../door/responses.ts";
import { type Answer, parameterNames, type Route } from "../door/route.ts";
import { cookieName } from "../door/sessionCookie.ts";
import { type JsonSchema, namedSchemas, schemaOf } from "./jsonSchema.ts";
import { resultShape, validatorShape } from "./results.ts";

/** The route that serves the OpenAPI description of all routes, itself included. */
export function openApiRoute(routes: readonly Route[]): Route {
  // The document is cached, because anyone may request it and building it takes a tenth of a second. It contains the
  // cookie's name, so there is one for each name that the cookie may have.
  const made = new Map<string, ReturnType<typeof openApiDocument>>();
  const documentOnce = () => {
    const document = made.get(cookieName("session")) ?? openApiDocument([...routes, route]);
    made.set(cookieName("session"), document);
    return document;
  };
  const route: Route = {
    ...{ method: "GET", path: "/api/openapi.json", access: "open" },
    summary: "This description",
    answer: { status: 200, shape: v.any() },
    handler: () => Promise.resolve(jsonResponse(200, documentOnce())),
  };
  return route;
}

/** The OpenAPI description of these routes. */
export function openApiDocument(routes: readonly Route[]) {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = (paths[templateOf(route, routes)] ??= {});
    path[route.method.toLowerCase()] = operation(route, routes);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: productName,
      version: "1",
      description:
        "Everything that people can do in the workspace, for programs. Ids are opaque texts, dates are ISO 8601 texts " +
        "in UTC. A sent date may also be a day (YYYY-MM-DD); null and an empty text empty a field.",
    },
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: cookieName("session") } },
      schemas: { ...namedSchemas(), Error: errorSchema },
      responses: { Error: errorResponse },
    },
  };
}

const errorSchema: JsonSchema = {
  type: "object",
  properties: {
    message: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string" }, message: { type: "string" } },
        required: ["path", "message"],
      },
    },
  },
  required: ["message"],
};

const errorResponse: JsonSchema = {
  description: "Why not, in a sentence for people, and for input the fields that do not fit",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
};

const anyBytes: JsonSchema = { type: "string", format: "binary" };

function operation(route: Route, routes: readonly Route[]): JsonSchema {
  const { access, answer, body, summary } = route;
  return {
    summary,
    ...callers(access),
    parameters: parameters(route, routes),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [body.type]: { schema: "schema" in body ? inputSchema(body.schema()) : anyBytes },
        },
      },
    }),
    responses: {
      [answer.status]: successResponse(answer),
      ...Object.fromEntries(
        refusals(route).map((status) => [status, { $ref: "#/components/responses/Error" }]),
      ),
    },
  };
}

/** The security fields of a route; "session" admits every signed-in user. */
function callers(access: Access): JsonSchema {
  if (access === "open") return { security: [] };
  if (access === "session") return {};
  return { "x-permission": access, "x-roles": userRoles.filter((role) => can(role, access)) };
}

/** The status codes with which a route can refuse a request. */
function refusals({ access, method, path, body, query, isLong }: Route): number[] {
  const needsPermission = access !== "open" && access !== "session";
  return [
    ...(body || query ? [400] : []),
    ...(access === "open" ? [] : [401]),
    ...(needsPermission || method !== "GET" ? [403] : []),
    ...(parameterNames(path).length > 0 ? [404] : []),
    ...(method === "GET" && !isLong ? [] : [409]),
    ...(body || isLong ? [413] : []),
  ];
}

function parameters(route: Route, routes: readonly Route[]): JsonSchema[] {
  const query = inputSchema(route.query ?? z.object({}));
  const { properties = {}, required = [] } = query as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const inPath = parameterNames(templateRoute(route, routes).path).map((name) => ({
    ...{ name, in: "path", required: true, schema: { type: "string" } },
  }));
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: "query", required: required.includes(name), schema },
  }));
  return [...inPath, ...inQuery];
}

function successResponse(answer: Answer): JsonSchema {
  if (answer.status === 302) return { description: "On to another address" };
  if ("contentType" in answer)
    return { description: "The file", content: { [answer.contentType]: {} } };
  const schema = schemaOf(shapeOf(answer.shape));
  return { description: "Done", content: { "application/json": { schema } } };
}

function shapeOf(shape: Extract<Answer, { shape: unknown }>["shape"]): ValidatorJSON {
  return "resultOf" in shape ? resultShape(shape.resultOf) : validatorShape(shape);
}

/** The JSON schema of an input. Rules that JSON Schema cannot express are left out; the route still enforces them. */
function inputSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
}

function templateOf(route: Route, routes: readonly Route[]): string {
  return templateRoute(route, routes).path.replace(/:(\w+)/g, "{$1}");
}

/** The first route with the same path, whatever the parameters are called: OpenAPI counts such paths as one. */
function templateRoute({ path }: Route, routes: readonly Route[]): Route | { path: string } {
  const form = path.replace(/:\w+/g, ":");
  return routes.find((route) => route.path.replace(/:\w+/g, ":") === form) ?? { path };
}
