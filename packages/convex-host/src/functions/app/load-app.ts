import { messageOf } from "../../log.ts";
import type { JsonObject } from "../../values/json.ts";
import type { ValidatorJson } from "../../values/validator.ts";
import { validatorProblem } from "../../values/validator-shape.ts";
import type { App, AppFunction, AppModules, CronSpec, HttpRoute, QueryHalves } from "./app.ts";
import { canonicalPath, parsePath } from "../../wire/function-path.ts";
import type { FunctionKind } from "../../wire/find-function.ts";

type ModuleExports = Record<string, unknown>;

const kindByMark = { isQuery: "query", isMutation: "mutation", isAction: "action" } as const;
const methodByKind = {
  query: "invokeQuery",
  mutation: "invokeMutation",
  action: "invokeAction",
} as const;

/**
 * Loads every module of a `convex/` folder. Throws an error that names the module when one is not usable. The modules
 * in `nodeModules` begin with "use node".
 */
export async function loadApp(
  modules: AppModules,
  nodeModules: readonly string[] = [],
): Promise<App> {
  if ("convex.config" in modules) {
    throw new Error("Components (convex.config.ts) are not supported by the embedded host.");
  }
  const exportsByModule = await loadModules(modules);
  const functions = new Map<string, AppFunction>();
  const gates: Gates = new Map();
  for (const [module, moduleExports] of exportsByModule) {
    for (const registered of functionsOf(module, moduleExports, gates)) {
      functions.set(registered.path, registered);
      if (nodeModules.includes(module)) requireAction(registered);
    }
  }
  for (const registered of functions.values()) registered.validators();
  return {
    functions,
    schema: schemaOf(exportsByModule.get("schema")),
    findRoute: routesOf(exportsByModule.get("http")),
    crons: cronsOf(exportsByModule.get("crons"), functions),
    authProviders: authProvidersOf(exportsByModule.get("auth.config")),
  };
}

function requireAction({ path, kind }: AppFunction): void {
  if (kind === "action") return;
  const [module, name] = path.split(":");
  throw new Error(
    `${name} defined in ${module}.js is a ${kind === "query" ? "Query" : "Mutation"} function. Only actions can be defined in Node.js.`,
  );
}

async function loadModules(modules: AppModules): Promise<Map<string, ModuleExports>> {
  const exportsByModule = new Map<string, ModuleExports>();
  for (const [module, load] of Object.entries(modules).sort(([a], [b]) => (a < b ? -1 : 1))) {
    try {
      exportsByModule.set(module, await load());
    } catch (error) {
      throw new Error(`The module convex/${module} does not load: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }
  return exportsByModule;
}

/** The registered functions among the exports of one module; other exports are ignored. */
export function functionsOf(
  module: string,
  moduleExports: ModuleExports,
  gates: Gates = new Map(),
): AppFunction[] {
  const functions: AppFunction[] = [];
  for (const [name, value] of Object.entries(moduleExports)) {
    const kind = kindOf(value);
    if (kind === null) continue;
    const registered = value as RegisteredFunction;
    const path = `${module}:${name}`;
    if (parsePath(path) !== path)
      throw new Error(
        `Nobody can call ${name} of convex/${module}: names of files have letters, digits, "_" and ".", names of functions letters, digits and "_". Rename it.`,
      );
    const whole = toAppFunction(path, kind, registered);
    whole.halves = halvesOf(whole, registered, gates);
    functions.push(whole);
  }
  return functions;
}

/** The gates by their registered function. Queries may share a gate; it is named after the first of them. */
type Gates = Map<RegisteredFunction, AppFunction>;

/** The halves of a query that has two. Only their query refers to them, so no path finds them. */
function halvesOf(
  { path, kind }: AppFunction,
  { halves }: RegisteredFunction,
  gates: Gates,
): QueryHalves | null {
  if (kind !== "query" || halves === undefined) return null;
  const gate = gates.get(halves.gate) ?? toHalf(`${path}#gate`, halves.gate);
  gates.set(halves.gate, gate);
  return { gate, body: toHalf(`${path}#body`, halves.body) };
}

function toHalf(name: string, registered: RegisteredFunction): AppFunction {
  return { ...toAppFunction(name, "query", registered), visibility: "internal" };
}

type RegisteredFunction = {
  isPublic?: boolean;
  exportArgs: () => string;
  exportReturns: () => string;
  invokeQuery: (argsText: string) => Promise<string>;
  invokeMutation: (argsText: string) => Promise<string>;
  invokeAction: (requestId: string, argsText: string) => Promise<string>;
  halves?: { gate: RegisteredFunction; body: RegisteredFunction };
  mayWait?: boolean;
};

function kindOf(value: unknown): FunctionKind | null {
  if (typeof value !== "function") return null;
  for (const [mark, kind] of Object.entries(kindByMark)) {
    if (mark in value && methodByKind[kind] in value) return kind;
  }
  return null;
}

function toAppFunction(
  path: string,
  kind: FunctionKind,
  registered: RegisteredFunction,
): AppFunction {
  let validators: ReturnType<AppFunction["validators"]> | undefined;
  return {
    path,
    kind,
    visibility: registered.isPublic === true ? "public" : "internal",
    validators: () => (validators ??= validatorsOf(path, registered)),
    invoke: (argsText, requestId) =>
      kind === "action"
        ? registered.invokeAction(requestId, argsText)
        : registered[methodByKind[kind]](argsText),
    halves: null,
    mayWait: registered.mayWait === true,
  };
}

function validatorsOf(path: string, registered: RegisteredFunction) {
  const args = JSON.parse(registered.exportArgs()) as ValidatorJson;
  if (args.type !== "object" && args.type !== "any") {
    throw new Error(`The args validator of ${path} must be an object or any.`);
  }
  const returns = JSON.parse(registered.exportReturns()) as ValidatorJson | null;
  const problem = validatorProblem(args) ?? (returns && validatorProblem(returns));
  if (problem !== null) throw new Error(`A validator of ${path} is none of Convex's: ${problem}`);
  return { args, returns };
}

function schemaOf(module: ModuleExports | undefined): string {
  if (module === undefined) return JSON.stringify({ tables: [], schemaValidation: false });
  const schema = module["default"] as { export?: () => string } | undefined;
  if (typeof schema?.export !== "function") {
    throw new Error("convex/schema must export defineSchema(...) as its default.");
  }
  return schema.export();
}

type Router = {
  isRouter?: boolean;
  lookup: (
    pathname: string,
    method: string,
  ) => readonly [{ invokeHttpAction: HttpRoute["invoke"] }, string, string] | null;
};

function routesOf(module: ModuleExports | undefined): App["findRoute"] {
  if (module === undefined) return () => null;
  const router = module["default"] as Router | undefined;
  if (router?.isRouter !== true) {
    throw new Error("convex/http must export httpRouter() as its default.");
  }
  return (pathname, method) => {
    const found = router.lookup(pathname, method);
    if (found === null) return null;
    const [action, , pattern] = found;
    return { pattern, invoke: (request) => action.invokeHttpAction(request) };
  };
}

type ExportedCron = { name: string; args: [JsonObject]; schedule: CronSpec["schedule"] };

function cronsOf(
  module: ModuleExports | undefined,
  functions: ReadonlyMap<string, AppFunction>,
): CronSpec[] {
  if (module === undefined) return [];
  const crons = module["default"] as { isCrons?: boolean; export: () => string } | undefined;
  if (crons?.isCrons !== true) {
    throw new Error("convex/crons must export cronJobs() as its default.");
  }
  const exported = JSON.parse(crons.export()) as Record<string, ExportedCron>;
  return Object.entries(exported).map(([identifier, { name, args, schedule }]) => {
    const path = canonicalPath(name);
    const kind = functions.get(path)?.kind;
    if (kind !== "mutation" && kind !== "action") {
      throw new Error(
        `The cron job "${identifier}" names ${path}, which is no mutation or action.`,
      );
    }
    return { identifier, path, args: args[0], schedule };
  });
}

function authProvidersOf(module: ModuleExports | undefined): JsonObject[] {
  if (module === undefined) return [];
  const config = module["default"] as { providers?: JsonObject[] } | undefined;
  if (!Array.isArray(config?.providers)) {
    throw new Error("convex/auth.config must export {providers: [...]} as its default.");
  }
  for (const provider of config.providers) {
    if (provider["type"] === "customJwt") {
      throw new Error("customJwt providers (auth.config) are not supported by the embedded host.");
    }
    if (typeof provider["domain"] !== "string" || typeof provider["applicationID"] !== "string") {
      throw new Error(
        "convex/auth.config has a provider without domain or applicationID: is its environment variable set?",
      );
    }
  }
  return config.providers;
}
