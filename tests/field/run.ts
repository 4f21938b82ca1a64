import "fake-indexeddb/auto";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runField } from "../src/outbox/field-run.ts";
import { FakeCaches } from "../src/support/fake-caches.ts";

Reflect.set(globalThis, "caches", new FakeCaches());
Reflect.set(globalThis, "location", new URL("http://localhost"));

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    operations: { type: "string", default: "1000" },
    cuts: { type: "string", default: "50" },
    kills: { type: "string", default: "20" },
    losses: { type: "string", default: "10" },
    result: { type: "string" },
  },
});

const size = {
  seed: Number(values.seed ?? Math.floor(Math.random() * 2 ** 31)),
  operations: Number(values.operations),
  cuts: Number(values.cuts),
  kills: Number(values.kills),
  losses: Number(values.losses),
};
process.stdout.write(`seed ${String(size.seed)}\n`);
const report = await runField(size);
const result = JSON.stringify({ asked: size, ...report }, null, 2);
process.stdout.write(`${result}\n`);
if (values.result !== undefined) writeFileSync(values.result, `${result}\n`);

const { lost, doubled, outOfOrder, wrongTime, differing } = report;
const failures = [lost, doubled, outOfOrder, wrongTime, differing].flat();
if (failures.length > 0) process.exitCode = 1;
