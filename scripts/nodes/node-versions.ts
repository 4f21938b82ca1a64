import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The major versions of Node that everything must hold on. */
export const nodeVersions: readonly string[] = ["20", "22", "24", "26"];

const folder = ".cache/nodes";

/** The newest Node of a major version, fetched as a package; null when that does not work. */
export function installNode(major: string): string | null {
  const into = resolve(folder, major);
  const name = packageName();
  mkdirSync(into, { recursive: true });
  // The package holds a program and nothing that needs to be run for it.
  const options = ["--prefix", into, "--no-save", "--ignore-scripts", "--prefer-online"];
  spawnSync("npm", ["install", ...options, `${name}@${major}`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const node = join(into, "node_modules", name, "bin/node");
  return existsSync(node) ? node : null;
}

/** Its whole version, such as "24.21.0". */
export function exactVersion(node: string): string {
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return stdout.trim().replace(/^v/, "");
}

/** An environment in which every command finds this Node before any other. */
export function environmentWith(node: string): { PATH: string } {
  return { PATH: `${dirname(node)}:${process.env["PATH"] ?? ""}` };
}

/** The package that npm's own `node` stands for on this machine. */
function packageName(): string {
  const { platform, arch } = process;
  const isApple = platform === "darwin" && arch === "arm64";
  return `${isApple ? "node-bin" : "node"}-${platform}-${arch}`;
}
