import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Builder, Capabilities, type WebDriver, type WebElement } from "selenium-webdriver";
import type { Client } from "./client.ts";
import { findInPage } from "./target.ts";

/** WebKit, the engine of Safari, driven over the WebDriver of WebKitGTK on a virtual display. */
export class WebKit implements Client<WebElement> {
  readonly #service: ChildProcess;
  readonly #driver: WebDriver;

  private constructor(service: ChildProcess, driver: WebDriver) {
    this.#service = service;
    this.#driver = driver;
  }

  static async start(program: string, port: number): Promise<WebKit> {
    const screen = ["-a", "-s", "-screen 0 1280x900x24"];
    // The process has its own group, so that the display ends with it.
    const service = spawn("xvfb-run", [...screen, program, `--port=${String(port)}`], {
      stdio: "ignore",
      detached: true,
    });
    const server = `http://127.0.0.1:${String(port)}`;
    await answers(`${server}/status`);
    const driver = await new Builder()
      .usingServer(server)
      .withCapabilities(new Capabilities({ browserName: "MiniBrowser" }))
      .build();
    await driver.manage().window().maximize();
    return new WebKit(service, driver);
  }

  async goTo(url: string): Promise<void> {
    await this.#driver.get(url);
  }

  async reload(): Promise<void> {
    await this.#driver.navigate().refresh();
  }

  async read(expression: string): Promise<string> {
    return await this.#driver.executeScript(`return ${expression}`);
  }

  async runScript(source: string): Promise<void> {
    await this.#driver.executeScript(source);
  }

  async find(request: string): Promise<WebElement[]> {
    return await this.#driver.executeScript(
      `return (${findInPage.toString()})(arguments[0])`,
      request,
    );
  }

  async click(part: WebElement): Promise<void> {
    await part.click();
  }

  async type(part: WebElement, text: string): Promise<void> {
    await part.sendKeys(text);
  }

  async choose(part: WebElement, paths: readonly string[]): Promise<void> {
    await part.sendKeys(paths.join("\n"));
  }

  async picture(): Promise<Buffer> {
    return Buffer.from(await this.#driver.takeScreenshot(), "base64");
  }

  async end(): Promise<void> {
    await this.#driver.quit();
    const exited = once(this.#service, "exit");
    process.kill(-(this.#service.pid ?? 0), "SIGTERM");
    await exited;
  }
}

/** Waits until the service answers any request. */
async function answers(url: string): Promise<void> {
  for (let each = 0; each < 100; each++) {
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error(`${url} does not answer`);
}
