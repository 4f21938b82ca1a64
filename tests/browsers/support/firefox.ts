import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as selenium from "selenium-webdriver/bidi/index.js";
import type { Client } from "./client.ts";
import { findInPage } from "./target.ts";

// The package exports the class itself, which its types do not say.
type BiDi = selenium.Index;
const BiDi = ((selenium as { default?: unknown }).default ?? selenium) as typeof selenium.Index;

/** The reference to an element in the BiDi protocol. */
type Node = { sharedId: string };
type Value = { type: string; value?: unknown; sharedId?: string };
type Answer = {
  type: "success" | "error";
  message?: string;
  result: {
    context?: string;
    data?: string;
    contexts?: { context: string }[];
    result?: Value;
    exceptionDetails?: { text: string };
  };
};

/** The profile's settings for tests: no prompts, no background requests, no animations. */
const preferences = {
  "app.update.auto": false,
  "browser.aboutwelcome.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,#",
  "ui.prefersReducedMotion": 1,
};

/** Firefox, driven over WebDriver BiDi, which it supports without a separate driver. */
export class Firefox implements Client<Node> {
  readonly #child: ChildProcess;
  readonly #connection: BiDi;
  readonly #profile: string;
  #context = "";

  private constructor(child: ChildProcess, connection: BiDi, profile: string) {
    this.#child = child;
    this.#connection = connection;
    this.#profile = profile;
  }

  static async start(program: string): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), "turnboard-firefox-"));
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    writeFileSync(join(profile, "user.js"), lines.join("\n"));
    const args = ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile];
    const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
    const connection = new BiDi(`${await readAddress(child)}/session`);
    const firefox = new Firefox(child, connection, profile);
    await firefox.#send("session.new", { capabilities: {} });
    const { contexts = [] } = await firefox.#send("browsingContext.getTree", {});
    firefox.#context = contexts[0]?.context ?? "";
    const viewport = { width: 1280, height: 900 };
    await firefox.#send("browsingContext.setViewport", { context: firefox.#context, viewport });
    return firefox;
  }

  async goTo(url: string): Promise<void> {
    await this.#send("browsingContext.navigate", { ...this.#here, url, wait: "complete" });
  }

  async reload(): Promise<void> {
    await this.#send("browsingContext.reload", { ...this.#here, wait: "complete" });
  }

  async read(expression: string): Promise<string> {
    return (await this.#evaluate(expression))?.value as string;
  }

  async runScript(source: string): Promise<void> {
    await this.#evaluate(source);
  }

  async find(request: string): Promise<Node[]> {
    const found = await this.#call(findInPage.toString(), [{ type: "string", value: request }]);
    const nodes = (found?.value ?? []) as Value[];
    return nodes.flatMap(({ sharedId }) => (sharedId === undefined ? [] : [{ sharedId }]));
  }

  async click(part: Node): Promise<void> {
    await this.#call('(part) => part.scrollIntoView({ block: "center" })', [part]);
    const origin = { type: "element", element: part };
    await this.#perform({
      type: "pointer",
      id: "mouse",
      actions: [
        { type: "pointerMove", x: 0, y: 0, origin },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ],
    });
  }

  async type(part: Node, text: string): Promise<void> {
    await this.click(part);
    const actions = [...text].flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.#perform({ type: "key", id: "keyboard", actions });
  }

  async choose(part: Node, paths: readonly string[]): Promise<void> {
    await this.#send("input.setFiles", { ...this.#here, element: part, files: paths });
  }

  async picture(): Promise<Buffer> {
    const { data = "" } = await this.#send("browsingContext.captureScreenshot", this.#here);
    return Buffer.from(data, "base64");
  }

  async end(): Promise<void> {
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await exited;
    rmSync(this.#profile, { recursive: true, force: true });
  }

  get #here() {
    return { context: this.#context };
  }

  async #perform(source: object): Promise<void> {
    await this.#send("input.performActions", { ...this.#here, actions: [source] });
  }

  async #evaluate(expression: string): Promise<Value | undefined> {
    return await this.#script("script.evaluate", { expression });
  }

  async #call(functionDeclaration: string, args: readonly object[]): Promise<Value | undefined> {
    return await this.#script("script.callFunction", { functionDeclaration, arguments: args });
  }

  async #script(method: string, params: object): Promise<Value | undefined> {
    const { result, exceptionDetails } = await this.#send(method, {
      ...params,
      target: this.#here,
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return result;
  }

  async #send(method: string, params: object): Promise<Answer["result"]> {
    const answer = (await this.#connection.send({ method, params: { ...params } })) as Answer;
    if (answer.type === "error") throw new Error(`${method}: ${String(answer.message)}`);
    return answer.result;
  }
}

async function readAddress(child: ChildProcess): Promise<string> {
  let printed = "";
  for await (const chunk of child.stderr ?? []) {
    printed += String(chunk);
    const address = /WebDriver BiDi listening on (ws:\S+)/u.exec(printed)?.[1];
    if (address !== undefined) {
      child.stderr?.resume();
      return address;
    }
  }
  throw new Error(`Firefox did not start:\n${printed}`);
}
