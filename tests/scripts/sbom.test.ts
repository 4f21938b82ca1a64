import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { shippedPackages, writeSbom } from "../../scripts/release/sbom.ts";

type Sbom = {
  bomFormat: string;
  metadata: { component: { name: string } };
  components: { name: string; version: string; hashes?: unknown[] }[];
};

test("the SBOM names every package that ships, with its version and hash, and no other", () => {
  const folder = mkdtempSync(join(tmpdir(), "sbom-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "sbom.cdx.json");

  writeSbom(file);

  const sbom = JSON.parse(readFileSync(file, "utf8")) as Sbom;
  const named = sbom.components.map(({ name, version }) => `${name}@${version}`);
  expect([sbom.bomFormat, sbom.metadata.component.name]).toEqual(["CycloneDX", "turnboard"]);
  expect(new Set(named)).toEqual(shippedPackages());
  expect(sbom.components.filter(({ hashes }) => hashes?.length !== 1)).toEqual([]);
  for (const name of ["react", "convex", "libsql"])
    expect(named).toContainEqual(expect.stringMatching(`^${name}@`));
});
