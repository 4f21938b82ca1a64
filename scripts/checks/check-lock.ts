import { readFileSync } from "node:fs";
import { lockComplaints, type LockEntry } from "./lock.ts";

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, LockEntry>;
};
const complaints = lockComplaints(packages);
for (const complaint of complaints) console.error(`package-lock.json: ${complaint}`);
process.exitCode = complaints.length === 0 ? 0 : 1;
