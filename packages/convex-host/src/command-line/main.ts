#!/usr/bin/env node
import { messageOf } from "../log.ts";
import { runCommandLine } from "./run-command-line.ts";

const args = process.argv.slice(2);
runCommandLine(args).catch((error: unknown) => {
  process.stderr.write(`convex-host ${args.join(" ")} failed.\n${messageOf(error)}\n`);
  process.exit(1);
});
