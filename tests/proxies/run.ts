import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../support/free-port.ts";
import { startOwnProvider } from "../support/own-provider.ts";
import { assertSorted, tryOfficial } from "./official.ts";
import { startCaddy, startNginx } from "./proxies.ts";
import { startStandIn } from "./stand-ins.ts";
import { tryThrough } from "./trial.ts";

/*
 * Tests the host behind nginx and Caddy with TLS, configured as in docs/deployment.md, and as in
 * docs/official-convex.md with stand-ins for the two URLs of a deployment. The process restarts itself, because Node
 * reads additional certificates only from its environment.
 */

const root = fileURLToPath(new URL("../..", import.meta.url));
const proxies = {
  nginx: { start: startNginx, isOfficial: false },
  caddy: { start: startCaddy, isOfficial: false },
  "nginx for official Convex": { start: startNginx, isOfficial: true },
  "caddy for official Convex": { start: startCaddy, isOfficial: true },
} as const;

async function main(): Promise<void> {
  const missing = ["nginx", "caddy", "openssl"].filter((name) => !isInstalled(name));
  if (missing.length > 0)
    throw new Error(
      `Not installed: ${missing.join(", ")}. On Debian: apt-get install nginx-light caddy openssl`,
    );
  const folder = await mkdtemp(join(tmpdir(), "turnboard-proxies-"));
  try {
    const { certificate, key } = makeCertificate(folder);
    for (const name of Object.keys(proxies)) {
      const child = spawn(
        process.execPath,
        ["--import", "tsx", import.meta.filename, name, folder],
        {
          cwd: root,
          stdio: "inherit",
          env: {
            ...process.env,
            NODE_EXTRA_CA_CERTS: certificate,
            CERTIFICATE: certificate,
            KEY: key,
          },
        },
      );
      const [code] = (await once(child, "exit")) as [number | null];
      if (code !== 0) throw new Error(`${name}: not everything works.`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryOne(name: keyof typeof proxies, folder: string): Promise<void> {
  const [port, hostPort] = [await freePort(), await freePort()];
  const origin = `https://localhost:${port}`;
  // The demo provider does not work behind a proxy.
  const provider = await startOwnProvider(origin);
  const host = spawn(process.execPath, ["dist/host/main.js"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      NODE_EXTRA_CA_CERTS: process.env["NODE_EXTRA_CA_CERTS"],
      PORT: String(hostPort),
      SITE_URL: origin,
      TRUST_PROXY: "1",
      SEED: "demo",
      ...provider.settings,
      DATA_DIR: join(folder, `${name}-data`),
      LOG_LEVEL: "warn",
    },
  });
  process.once("exit", () => host.kill("SIGTERM"));
  await once(host.stdout, "data");
  const { CERTIFICATE: certificate = "", KEY: key = "" } = process.env;
  const { start, isOfficial } = proxies[name];
  const [cloud, site] = [await startStandIn(hostPort), await startStandIn(hostPort)];
  const deployment = { cloudPort: cloud.port, sitePort: site.port, app: join(root, "dist/app") };
  const proxy = await start({
    ...{ folder: join(folder, name.replaceAll(" ", "-")), port, certificate, key },
    upstream: isOfficial ? deployment : { hostPort },
  });
  const say = (what: string) => process.stdout.write(`ok   ${name}: ${what}\n`);
  try {
    if (isOfficial) (await tryOfficial(origin)).forEach(say);
    (await tryThrough(origin)).forEach(say);
    if (isOfficial) say(assertSorted({ cloud, site }));
  } finally {
    await proxy.stop();
    cloud.stop();
    site.stop();
    provider.stop();
    host.kill("SIGTERM");
    await once(host, "exit");
  }
}

function makeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, "localhost.pem"), join(folder, "localhost.key")];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...names];
  execFileSync("openssl", [...request, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  return { certificate, key };
}

function isInstalled(command: string): boolean {
  const env = { PATH: `${process.env["PATH"]}:/usr/sbin` };
  return spawnSync("sh", ["-c", `command -v ${command}`], { env }).status === 0;
}

const [name, folder] = process.argv.slice(2);
const isProxy = (text: string | undefined): text is keyof typeof proxies =>
  text !== undefined && Object.hasOwn(proxies, text);
try {
  await (isProxy(name) && folder !== undefined ? tryOne(name, folder) : main());
  process.exit(0);
} catch (error) {
  process.stderr.write(
    `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}
