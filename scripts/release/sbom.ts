import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { LockEntry } from "../checks/lock.ts";

type Sbom = {
  metadata: { component: { name: string; "bom-ref": string } };
  components: { "bom-ref": string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

/**
 * Writes the software bill of materials of a release as CycloneDX: every package with its version, licence and hash.
 */
export function writeSbom(file: string): void {
  const kind = ["--sbom-format", "cyclonedx", "--sbom-type", "application"];
  // The list comes from the lock and not from node_modules, so that it has what is bundled, for every platform.
  const text = execFileSync("npm", ["sbom", ...kind, "--package-lock-only"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
  });
  const sbom = withoutTools(JSON.parse(text) as Sbom, shippedPackages());
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
}

/** The packages, as `name@version`, that are not only tools for building and testing. */
export function shippedPackages(): Set<string> {
  const { packages } = readJson("package-lock.json") as { packages: Record<string, LockEntry> };
  const shipped = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith("node_modules/") && dev !== true && link !== true,
  );
  return new Set(
    shipped.map(([path, { version }]) => `${path.split("node_modules/").at(-1)}@${version}`),
  );
}

/**
 * Removes the tools from a bill of materials. npm's own option would also remove packages that tools share with the
 * program, such as React.
 */
function withoutTools(sbom: Sbom, shipped: ReadonlySet<string>): Sbom {
  const { component } = sbom.metadata;
  const { name } = readJson("package.json") as { name: string };
  const isKept = (ref: string) => ref === component["bom-ref"] || shipped.has(ref);
  return {
    ...sbom,
    // npm would take the name of the folder.
    metadata: { ...sbom.metadata, component: { ...component, name } },
    components: sbom.components.filter((one) => isKept(one["bom-ref"])),
    dependencies: sbom.dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
  };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const file = process.argv[2] ?? "dist/sbom.cdx.json";
  writeSbom(file);
  console.log(`Wrote ${file}`);
}
