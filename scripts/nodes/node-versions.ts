import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The major versions of Node on which all commands must pass. */
export const nodeVersions: readonly string[] = ["20", "22", "24", "26"];

const folder = ".cache/nodes";

/**
 * Fetches the newest Node of a major version as a package. Returns the path of the program, or null when that fails.
 */
export function installNode(major: string): string | null {
  const into = resolve(folder, major);
  const name = packageName();
  mkdirSync(into, { recursive: true });
  // The package only holds a program, so that no install script needs to run.
  const options = ["--prefix", into, "--no-save", "--ignore-scripts", "--prefer-online"];
  spawnSync("npm", ["install", ...options, `${name}@${major}`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const node = join(into, "node_modules", name, "bin/node");
  return existsSync(node) ? node : null;
}

/** The full version of a Node program, such as "24.21.0". */
export function exactVersion(node: string): string {
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return stdout.trim().replace(/^v/, "");
}

/** An environment whose PATH finds this Node before any other. */
export function environmentWith(node: string): { PATH: string } {
  return { PATH: `${dirname(node)}:${process.env["PATH"] ?? ""}` };
}

/** The name of the package that holds Node for this platform. */
function packageName(): string {
  const { platform, arch } = process;
  const isApple = platform === "darwin" && arch === "arm64";
  return `${isApple ? "node-bin" : "node"}-${platform}-${arch}`;
}
