import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import * as z from "zod";
import { parseBody, readBody } from "../body.ts";
import type { RouteHandler } from "../exchange.ts";
import { HttpError, sendJson } from "../respond.ts";
import { IdleUploads } from "./idle-uploads.ts";
import { replaceFunctions } from "./replace-functions.ts";
import { entryText } from "../../../build/app-entries.ts";
import { describeError } from "../../../log.ts";

const mostSentBytes = 64 * 1024 * 1024;
const mostBytes = 200 * 1024 * 1024;
const decompress = promisify(brotliDecompress);

const module = z.object({
  path: z
    .string()
    .regex(/^(?!.*\.\.)[A-Za-z0-9_.][A-Za-z0-9_./-]*\.js$/, "A module has no usable path."),
  source: z.string(),
  sourceMap: z.string().nullish(),
  environment: z.enum(["isolate", "node"]).optional(),
});
type SentModule = z.output<typeof module>;
const pushBody = z.object({
  dryRun: z.boolean().default(false),
  componentDefinitions: z.array(z.unknown()).max(0, "Components are not supported by this host."),
  nodeDependencies: z
    .array(z.unknown())
    .max(0, "External packages are not supported by this host."),
  appDefinition: z.object({
    auth: module.nullish(),
    schema: module.nullish(),
    changedModules: z.array(module),
  }),
});
const finishBody = z.object({
  dryRun: z.boolean().default(false),
  startPush: z.object({ schemaChange: z.object({ pushId: z.uuid() }) }),
});

/** `POST /api/get_config_hashes`: returns no hashes, so that every push brings the whole code. */
export const configHashesRoute: RouteHandler = (_services, { response }) => {
  sendJson(response, 200, { config: { functions: "convex/" }, moduleHashes: [] });
  return Promise.resolve();
};

export const canonicalUrlsRoute: RouteHandler = ({ siteUrl }, { response }) => {
  sendJson(response, 200, { convexCloudUrl: siteUrl, convexSiteUrl: siteUrl });
  return Promise.resolve();
};

/** `POST /api/deploy2/evaluate_push`: checks the form of a push. Everything else is found when the code is loaded. */
export const evaluatePushRoute: RouteHandler = async ({ limits }, { request, response }) => {
  const sent = await readBody(request, { bytes: mostSentBytes, ms: limits.uploadMs });
  parseBody(pushBody, await readJson(sent, request.headers["content-encoding"]), "BadPush");
  sendJson(response, 200, { schemaChange: { allocatedComponentIds: {}, schemaIds: {} } });
};

/** The pushes that are being written, that take over, or that wait until an earlier one has. */
const inUse = new Set<string>();

/** The pushes that took over: a second end of one that fails must not remove the code that runs. */
const ended = new Set<string>();

/** The pushes whose end has not come, or was refused. */
const idle = new IdleUploads((folder) => {
  // A disk that does not let it go keeps it until the next push or start.
  void rm(folder, { recursive: true, force: true }).catch(() => undefined);
});

/** `POST /api/deploy2/start_push`: stores the pushed modules; nothing runs yet. */
export const startPushRoute: RouteHandler = async ({ dataDir, limits }, { request, response }) => {
  const sent = await readBody(request, { bytes: mostSentBytes, ms: limits.uploadMs });
  const json = await readJson(sent, request.headers["content-encoding"]);
  const { appDefinition } = parseBody(pushBody, json, "BadPush");
  const { auth, schema, changedModules } = appDefinition;
  const modules = [...changedModules, ...[auth, schema].filter((found) => found != null)];
  const pushId = randomUUID();
  const folder = folderOf(dataDir, pushId);
  inUse.add(pushId);
  try {
    await writeModules(folder, modules);
  } catch (error) {
    // Nothing of it can run, and a full disk needs the room.
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    inUse.delete(pushId);
  }
  idle.keep(folder, limits.pushMs);
  sendJson(response, 200, startedPush(pushId));
};

/** Writes the modules and the module that names them all, which is the entry of the app. */
async function writeModules(folder: string, modules: readonly SentModule[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  for (const { path, source, sourceMap } of modules) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), sourceMap == null ? source : mapped(source, path));
    if (sourceMap != null) await writeFile(join(folder, `${path}.map`), sourceMap);
  }
  const names = modules.map(({ path }) => path).filter((path) => !path.startsWith("_deps/"));
  const lines = names.map((path) => {
    const name = JSON.stringify(path.replace(/\.js$/, ""));
    return `  ${name}: () => import(${JSON.stringify(`./${path}`)}),`;
  });
  const inNode = modules.filter(({ environment }) => environment === "node");
  const nodeModules = inNode.map(({ path }) => path.replace(/\.js$/, ""));
  await writeFile(join(folder, entryName), entryText(lines, nodeModules));
}

/** `POST /api/deploy2/wait_for_schema`: answers at once. The data is checked when the code is loaded. */
export const waitForSchemaRoute: RouteHandler = (_services, { response }) => {
  sendJson(response, 200, { type: "complete" });
  return Promise.resolve();
};

/** `POST /api/deploy2/finish_push`: replaces the running code by the pushed code. A refused push changes nothing. */
export const finishPushRoute: RouteHandler = async (services, { request, response }) => {
  const { dataDir, limits, log } = services;
  const sent = await readBody(request, { bytes: mostSentBytes, ms: limits.bodyMs });
  const json = await readJson(sent, request.headers["content-encoding"]);
  const body = parseBody(finishBody, json, "BadPush");
  const { pushId } = body.startPush.schemaChange;
  const folder = folderOf(dataDir, pushId);
  const appBundle = join(folder, entryName);
  if ((await stat(appBundle).catch(() => null)) === null)
    throw new HttpError(400, "UnknownPush", "There is no such push. Push again.");
  if (!body.dryRun) {
    inUse.add(pushId);
    idle.release(folder);
    try {
      await replaceFunctions(
        services,
        { appBundle },
        {
          ...{ code: "PushRefused", before: "The code that ran before goes on." },
          note: (error) => log.warn("admin.push-refused", { error: describeError(error) }),
        },
      );
      ended.add(pushId);
      // Of a request that was sent twice, the first end takes the push from the set, and the second one removes others.
      await forgetPushes(dataDir, (id) => id === pushId || inUse.has(id));
    } finally {
      inUse.delete(pushId);
      if (ended.has(pushId)) idle.release(folder);
      else idle.keep(folder, limits.pushMs);
    }
  }
  log.info("admin.pushed", { isDryRun: body.dryRun });
  sendJson(response, 200, {
    authDiff: { added: [], removed: [] },
    definitionDiffs: {},
    componentDiffs: {},
  });
};

export const pushReportRoute: RouteHandler = (_services, { response }) => {
  sendJson(response, 200, null);
  return Promise.resolve();
};

/**
 * Removes pushed code except the code that runs and that which waits for its turn. A host starts with the code it was
 * built with, so it keeps none.
 */
export async function forgetPushes(
  dataDir: string,
  isKept: (pushId: string) => boolean = () => false,
): Promise<void> {
  for (const pushId of await readdir(join(dataDir, "pushed")).catch(() => []))
    if (!isKept(pushId)) await rm(folderOf(dataDir, pushId), { recursive: true, force: true });
}

/** The source with the address of its source map appended, by which frames of errors name the files of the app. */
function mapped(source: string, path: string): string {
  return `${source.replace(/\n\/\/# sourceMappingURL=\S*\s*$/, "")}\n//# sourceMappingURL=${basename(path)}.map\n`;
}

const entryName = "app-modules.js";

function folderOf(dataDir: string, pushId: string): string {
  return join(dataDir, "pushed", pushId);
}

async function readJson(sent: Buffer, encoding: string | undefined): Promise<unknown> {
  try {
    const bytes = encoding === "br" ? await decompress(sent, { maxOutputLength: mostBytes }) : sent;
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new HttpError(400, "BadJsonBody", "The request body is not JSON.");
  }
}

/** The answer that the command line expects. The command line types the API from its own files. */
function startedPush(pushId: string) {
  const definition = {
    ...{ path: "", definitionType: { type: "app" }, childComponents: [], httpMounts: {} },
    exports: { type: "branch", branch: [] },
  };
  const udfConfig = {
    ...{ serverVersion: "1.0.0", importPhaseRngSeed: null, importPhaseUnixTimestamp: null },
  };
  return {
    ...{
      environmentVariables: {},
      externalDepsId: null,
      componentDefinitionPackages: {},
      appAuth: [],
    },
    analysis: { "": { definition, schema: null, functions: {}, udfConfig } },
    app: {
      ...{ definitionPath: "", componentPath: "", args: {}, childComponents: {}, exports: {} },
      httpRoutes: { httpModuleRoutes: null, mounts: [] },
    },
    schemaChange: { allocatedComponentIds: {}, schemaIds: {}, pushId },
  };
}
