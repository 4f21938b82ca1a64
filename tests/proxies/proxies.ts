import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { docBlock, type DocPage, fill } from "./doc-blocks.ts";

/** A proxy's port, its upstream, and its certificate. */
export type ProxySetup = {
  folder: string;
  port: number;
  upstream: Upstream;
  certificate: string;
  key: string;
};

/** A host, or the two URLs of a deployment together with the built app. */
type Upstream = { hostPort: number } | { cloudPort: number; sitePort: number; app: string };

export type RunningProxy = { stop: () => Promise<void> };

/** Started by root, nginx would run its workers as a user who may not write to the folder. */
const asRoot = process.getuid?.() === 0 ? "user root;" : "";

/** nginx with the server block of the page for this upstream. */
export async function startNginx(setup: ProxySetup): Promise<RunningProxy> {
  const site = fill(await docBlock(pageFor(setup.upstream), "nginx"), {
    "listen 443 ssl": `listen 127.0.0.1:${setup.port} ssl`,
    "turns.example.com;": "localhost;",
    "/etc/ssl/turns.example.com.pem": setup.certificate,
    "/etc/ssl/turns.example.com.key": setup.key,
    ...namesOf(setup.upstream),
  });
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${setup.folder}/${name};`,
  );
  await mkdir(setup.folder, { recursive: true });
  const config = join(setup.folder, "nginx.conf");
  const types = "include /etc/nginx/mime.types;";
  await writeFile(
    config,
    `${asRoot} daemon off; pid ${setup.folder}/nginx.pid; error_log ${setup.folder}/error.log;
    events {} http { ${types} access_log off; proxy_read_timeout 30s; ${folders.join(" ")} ${site} }`,
  );
  return await run("nginx", ["-c", config, "-p", setup.folder], setup.port);
}

/** Caddy with the site block of the page for this upstream. */
export async function startCaddy(setup: ProxySetup): Promise<RunningProxy> {
  const site = fill(await docBlock(pageFor(setup.upstream), "caddyfile"), {
    "turns.example.com {": `https://localhost:${setup.port} {\n  tls ${setup.certificate} ${setup.key}`,
    ...namesOf(setup.upstream),
  });
  await mkdir(setup.folder, { recursive: true });
  const config = join(setup.folder, "Caddyfile");
  await writeFile(config, `{\n  admin off\n  auto_https disable_redirects\n}\n${site}`);
  return await run("caddy", ["run", "--config", config, "--adapter", "caddyfile"], setup.port);
}

function pageFor(upstream: Upstream): DocPage {
  return "app" in upstream ? "official-convex.md" : "deployment.md";
}

/** Maps the example names of the page to the parts of this upstream. */
function namesOf(upstream: Upstream): Record<string, string> {
  if (!("app" in upstream)) return { "127.0.0.1:3000": `127.0.0.1:${upstream.hostPort}` };
  return {
    "https://happy-otter-123.convex.cloud": `http://127.0.0.1:${upstream.cloudPort}`,
    "https://happy-otter-123.convex.site": `http://127.0.0.1:${upstream.sitePort}`,
    "/opt/turnboard/dist/app": upstream.app,
  };
}

async function run(command: string, args: string[], port: number): Promise<RunningProxy> {
  const child = spawn(command, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: `${process.env["PATH"]}:/usr/sbin`, HOME: "/tmp" },
  });
  process.once("exit", () => child.kill("SIGTERM"));
  let printed = "";
  child.stderr.on("data", (chunk: Buffer) => (printed += chunk.toString("utf8")));
  const ended = once(child, "exit");
  const failed = ended.then(() => {
    throw new Error(`${command} ended:\n${printed}`);
  });
  await Promise.race([untilItAnswers(port), failed]);
  failed.catch(() => undefined);
  return {
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function untilItAnswers(port: number): Promise<void> {
  for (;;) {
    const isThere = await fetch(`https://localhost:${port}/`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
