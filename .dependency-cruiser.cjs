/**
 * The import rules of the layers in ARCHITECTURE.md. A path says the layer: in each list, a folder may import the
 * folders before it and never those after it. Folders in a list of their own have the same rank.
 */
const hostFolder = "packages/convex-host/src";

const hostLadders = {
  // The two threads, `functions` and `server`, meet in `wire` alone.
  "": [
    ["values", "build"],
    "database",
    "storage",
    ["wire", "operations"],
    ["functions", "server"],
    "command-line",
  ],
  "/database": ["sqlite", "tables", "search", "state", "reads", "queries", "transactions"],
  "/functions": ["app", "syscalls", "jobs", "run", ["live", "admin"], "thread"],
  "/server": [["bounds", "auth"], "keeper", "sync", "http"],
};

/** The folders of the HTTP API (`convex/rest`), from the lowest layer to the highest. */
const restLadder = ["door", "description", "signIn", "routes"];

/** The folders of `convex/model`, from the lowest layer to the highest. */
const modelLadder = [
  "context",
  "audit",
  "history",
  "presence",
  "sessions",
  "teams",
  "people",
  "numbers",
  "photos",
  "tasks",
  "projects",
  "notes",
  "time",
  "myDay",
  "desk",
  "deletion",
  "trash",
  "undo",
  "reports",
  "analytics",
  "demo",
];

/**
 * The rules for the rooms of a folder. A room may import those of its own rank and of the ranks before, and none after.
 * `inside` matches the files that have to be in a room; `others` are rooms with rules of their own.
 */
const roomRules = (folder, ladder, { inside = "", others = [] } = {}) => {
  const path = (rooms) => `^${folder}/(${rooms.join("|")})/`;
  const ranks = ladder.map((rooms) => [rooms].flat());
  return [
    ...ranks.slice(0, -1).map((rooms, rank) => ({
      name: `${folder}/${rooms.join("-")}-points-down`,
      comment: "A lower room knows nothing of the rooms built on it.",
      severity: "error",
      from: { path: path(rooms) },
      to: { path: path(ranks.slice(rank + 1).flat()) },
    })),
    {
      name: `${folder}-is-rooms`,
      comment: "A file stands in one of the rooms, so that its arrows are checked.",
      severity: "error",
      from: {},
      to: { path: `^${folder}/${inside}`, pathNot: path([...ranks.flat(), ...others]) },
    },
  ];
};

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    // A room of the host may have files at its top.
    ...Object.entries(hostLadders).flatMap(([folder, ladder]) =>
      roomRules(`${hostFolder}${folder}`, ladder, { inside: "[^/]+/", others: ["testing"] }),
    ),
    ...roomRules("convex/model", modelLadder),
    ...roomRules("convex/rest", restLadder),
    {
      name: "host-threads-meet-in-wire",
      comment:
        "The main thread runs no functions and reads no tables; it asks the function thread.",
      severity: "error",
      from: { path: `^${hostFolder}/(server|wire)/` },
      to: { path: `^${hostFolder}/(functions|database)/` },
    },
    {
      name: "host-function-thread-serves-nobody",
      comment: "The function thread has no sockets and carries out no commands.",
      severity: "error",
      from: { path: `^${hostFolder}/(functions|storage|wire)/` },
      to: { path: `^${hostFolder}/(server|operations)/` },
    },
    {
      name: "host-operations-are-commands",
      comment:
        "Only the start of the host and its command line know of backups, restores and locks.",
      severity: "error",
      from: {
        path: `^${hostFolder}/`,
        pathNot: `^${hostFolder}/(operations/|command-line/|server/start-host\\.ts$|convex-host\\.ts$)`,
      },
      to: { path: `^${hostFolder}/operations/` },
    },
    {
      name: "host-testing-is-for-tests",
      severity: "error",
      from: {
        pathNot: `^(tests/|packages/convex-host/tests/|${hostFolder}/(testing/|convex-host-testing\\.ts$))`,
      },
      to: { path: `^${hostFolder}/testing/` },
    },
    {
      name: "no-cycles",
      comment: "Two modules that need each other are one module, or miss a third.",
      severity: "error",
      from: { pathNot: "^convex/_generated/" },
      to: {
        circular: true,
        viaOnly: { pathNot: "^convex/_generated/", dependencyTypesNot: ["type-only"] },
      },
    },
    {
      name: "one-driver",
      comment: "Only database/sqlite/driver.ts of the host knows which SQLite driver there is.",
      severity: "error",
      from: {
        pathNot: `^(${hostFolder}/database/sqlite/driver\\.ts|(packages/convex-host/)?tests/)`,
      },
      to: { path: "(^|node_modules/|^node:)(libsql|better-sqlite3|sqlite)(/|$)" },
    },
    {
      name: "bench-driver",
      comment: "Outside the storage only the measured floors may open SQLite themselves.",
      severity: "error",
      from: {
        path: "^(packages/convex-host/)?tests/",
        pathNot: "^(tests/bench|packages/convex-host/tests/database/sqlite)/",
      },
      to: { path: "(^|node_modules/)libsql(/|$)" },
    },
    {
      name: "convex-imports-nobody",
      comment: "The backend does not know where it runs nor who shows it.",
      severity: "error",
      from: { path: "^convex/" },
      to: { path: "^(src|server|packages|scripts|tests)/" },
    },
    {
      name: "host-knows-nothing-of-the-workspace",
      comment: "The folder with functions is data that the host loads.",
      severity: "error",
      from: { path: "^packages/convex-host/" },
      to: { path: "^(src|server|convex|scripts|tests)/" },
    },
    {
      name: "host-by-its-name",
      comment: "The host is a package: others import what it shows, by its name.",
      severity: "error",
      from: { path: "^(server|scripts|tests)/" },
      to: { path: "^packages/", dependencyTypesNot: ["aliased-tsconfig"] },
    },
    {
      name: "host-tests-help-tests",
      comment: "What the package does not contain is for the tests of this repository.",
      severity: "error",
      from: { path: "^(server|scripts)/" },
      to: { path: "^packages/convex-host/tests/" },
    },
    {
      name: "server-imports-neither-app-nor-backend",
      comment: "The program gives the host the built backend and front end as files.",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(src|convex|scripts|tests)/" },
    },
    {
      name: "src-imports-shared-rules-only",
      comment: "From the backend the front end takes the generated API and the pure rules.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^convex/", pathNot: "^convex/(_generated|rules)/" },
    },
    {
      name: "src-imports-no-host",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(server|packages|scripts|tests)/" },
    },
    {
      name: "shared-rules-are-pure",
      comment: "What the browser loads too may not pull in tables, contexts or functions.",
      severity: "error",
      from: { path: "^convex/rules/" },
      to: { path: "^convex/", pathNot: "^convex/(rules|lib)/" },
    },
    {
      name: "tables-point-down",
      comment: "A table knows the rules, and no function that reads it.",
      severity: "error",
      from: { path: "^convex/(tables/|schema\\.ts$)" },
      to: { path: "^convex/", pathNot: "^convex/(tables|rules|lib)/" },
    },
    {
      name: "model-points-down",
      comment: "The domain never imports the API built on it.",
      severity: "error",
      from: { path: "^convex/model/" },
      to: {
        path: "^convex/(rest|jobs|[^/]+\\.ts)",
        pathNot: "^convex/schema\\.ts$",
      },
    },
    {
      name: "lib-points-down",
      comment: "lib knows neither tables nor contexts.",
      severity: "error",
      from: { path: "^convex/lib/" },
      to: { path: "^convex/", pathNot: "^convex/(lib|_generated)/" },
    },
    {
      name: "features-stand-alone",
      comment: "A route composes features; they do not import each other.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/", pathNot: "^src/features/$1/" },
    },
    {
      name: "features-point-down",
      severity: "error",
      from: { path: "^src/features/" },
      to: { path: "^src/(routes|app|main|routeTree)" },
    },
    {
      name: "components-point-down",
      severity: "error",
      from: { path: "^src/components/" },
      to: { path: "^src/(routes|app|features|main|routeTree)" },
    },
    {
      name: "primitives-know-no-domain",
      comment: "components/ui has no Convex, no router, no words of the domain.",
      severity: "error",
      from: { path: "^src/components/ui/" },
      to: {
        path: "^(convex/|node_modules/(convex|@tanstack/react-router)/|src/components/(?!ui/)|src/lib/(status|connection/convex)\\b)",
      },
    },
    {
      name: "hooks-and-lib-point-down",
      severity: "error",
      from: { path: "^src/(hooks|lib)/" },
      to: { path: "^src/(routes|app|features|components|main|routeTree)" },
    },
    {
      name: "lib-knows-no-hooks",
      comment: "lib works without React's hooks of the app; they are built on it.",
      severity: "error",
      from: { path: "^src/lib/" },
      to: { path: "^src/hooks/" },
    },
    {
      name: "routes-and-main-on-top",
      comment: "Only the router's own assembly imports the routes.",
      severity: "error",
      from: { pathNot: "^(src/(main|routeTree\\.gen|app/)|src/routes/|tests/)" },
      to: { path: "^src/(routes/|routeTree|main)" },
    },
    {
      name: "product-imports-no-tests",
      severity: "error",
      from: { pathNot: "^(packages/convex-host/)?tests/" },
      to: { path: "^(packages/convex-host/)?tests/" },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(virtual:|cloudflare:)|\\?" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|data)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      mainFields: ["module", "main", "types", "typings"],
    },
    cache: false,
  },
};
