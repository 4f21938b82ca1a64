/**
 * The arrows of ARCHITECTURE.md. In each list a folder may import the ones before it and never the
 * ones after it.
 */
const adminRoutes = "admin/[a-z-]*routes?";
const adminAnswers = "admin/(?!.*routes?\\.ts)[a-z-]+";

const hostLadder = [
  ["values"],
  ["storage"],
  ["database"],
  ["app", "auth", "files"],
  // Operations are commands of their own: they work on the folder of a workspace, without functions.
  ["syscalls", "operations"],
  // Jobs say what they need of running functions (JobRunner); the engine gives it to them.
  ["jobs"],
  ["run"],
  ["metrics"],
  // What the function thread answers to Convex's command line, and the routes that ask it.
  [adminAnswers],
  // The function thread and the messages it takes; above it is what the main thread does.
  ["worker"],
  ["sync"],
  ["http", "idp", adminRoutes],
];

const hostPath = (names) => `^host/(${names.join("|")})(/|\\.ts$)`;
/** The rooms of the model. */
const modelLadder = [
  "context",
  "history",
  "sessions",
  "people",
  "numbers",
  "photos",
  "tasks",
  "projects",
  "time",
  "deletion",
  "reports",
  "analytics",
  "demo",
];

const modelRules = modelLadder.slice(0, -1).map((room, rank) => ({
  name: `model-${room}-points-down`,
  comment: "A lower room of the model knows nothing of the rooms built on it.",
  severity: "error",
  from: { path: `^convex/model/${room}/` },
  to: { path: `^convex/model/(${modelLadder.slice(rank + 1).join("|")})/` },
}));

const hostRules = hostLadder.slice(0, -1).map((names, rank) => ({
  name: `host-${names.join("-").replace(adminAnswers, "admin-answers")}-points-down`,
  comment: "A lower part of the host knows nothing of the parts built on it.",
  severity: "error",
  from: { path: hostPath(names) },
  to: { path: hostPath(hostLadder.slice(rank + 1).flat()) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...hostRules,
    ...modelRules,
    {
      name: "model-is-rooms",
      comment: "A file of the model stands in one of its rooms, so that its arrows are checked.",
      severity: "error",
      from: {},
      to: { path: "^convex/model/", pathNot: `^convex/model/(${modelLadder.join("|")})/` },
    },
    {
      name: "operations-are-commands",
      comment:
        "Only the start of the host and of its commands knows of backups, restores and locks.",
      severity: "error",
      from: { path: "^host/", pathNot: "^host/(operations/|commands\\.ts$|start-host\\.ts$)" },
      to: { path: "^host/operations/" },
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
      comment: "Only host/storage/sqlite.ts knows which SQLite driver there is.",
      severity: "error",
      from: { pathNot: "^(host/storage/sqlite\\.ts|tests/)" },
      to: { path: "(^|node_modules/|^node:)(libsql|better-sqlite3|sqlite)(/|$)" },
    },
    {
      name: "bench-driver",
      comment: "Outside the storage only the measured floors may open SQLite themselves.",
      severity: "error",
      from: { path: "^tests/", pathNot: "^tests/(bench|host/storage)/" },
      to: { path: "(^|node_modules/)libsql(/|$)" },
    },
    {
      name: "convex-imports-nobody",
      comment: "The backend does not know where it runs nor who shows it.",
      severity: "error",
      from: { path: "^convex/" },
      to: { path: "^(src|host|scripts|tests)/" },
    },
    {
      name: "host-imports-neither-app-nor-backend",
      comment: "convex/ is data that the host loads.",
      severity: "error",
      from: { path: "^host/" },
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
      to: { path: "^(host|scripts|tests)/" },
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
        path: "^(convex/|node_modules/(convex|@tanstack/react-router)/|src/components/(?!ui/)|src/lib/(status|convex)\\b)",
      },
    },
    {
      name: "hooks-and-lib-point-down",
      severity: "error",
      from: { path: "^src/(hooks|lib)/" },
      to: { path: "^src/(routes|app|features|components|main|routeTree)" },
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
      from: { pathNot: "^tests/" },
      to: { path: "^tests/" },
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
