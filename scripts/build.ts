import { buildParts } from "./build/parts.ts";

await buildParts({ onlyOutdated: process.argv.includes("--outdated") });
