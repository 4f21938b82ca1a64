import { expect, onTestFinished, test, vi } from "vitest";
import { createLogger } from "../../../src/log.ts";
import { limitRepeats } from "../../../src/server/bounds/log-limit.ts";
import { startTestHost } from "../../support/live-host.ts";

const minute = 60_000;

type Line = Record<string, unknown> & { event: string };

function openLog() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: Line[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as Line);
  const { log, end } = limitRepeats(createLogger({ level: "info", write, now: Date.now }));
  const take = () => lines.splice(0);
  return { log, end, take };
}

const repeat = (times: number, say: (time: number) => void) => {
  for (let time = 0; time < times; time++) say(time);
};

test("a line that is repeated for hours is written a few hundred times, and counted [H15]", () => {
  const { log, take } = openLog();

  repeat(60, () => {
    repeat(10_000, () => log.warn("function.failed", { path: "items:fail", error: "x" }));
    vi.advanceTimersByTime(minute);
  });

  const lines = take();
  const written = lines.filter(({ event }) => event === "function.failed");
  const told = lines.filter(({ event }) => event === "log.left-out");
  expect(written.length).toBeLessThan(1_000);
  expect(told).toHaveLength(60);
  const leftOut = told.reduce((sum, line) => sum + Number(line["lines"]), 0);
  expect(written.length + leftOut).toBe(600_000);
  expect(told[0]).toMatchObject({ level: "warn", of: "function.failed" });
});

test("what others have to say is written all the same [H15]", () => {
  const { log, take } = openLog();
  repeat(10_000, () => log.warn("function.failed", { path: "items:fail" }));
  repeat(10_000, () => log.info("audit", { kind: "access.refused" }));
  take();

  log.warn("function.failed", { path: "items:other" });
  log.info("audit", { kind: "role.changed" });
  log.error("function-thread.blocked", {});

  expect(take()).toHaveLength(3);
});

test("paths that a stranger makes up do not get round it [H15]", () => {
  const { log, take } = openLog();

  repeat(100_000, (time) => log.warn("http", { path: `/made-up/${time}` }));

  expect(take().length).toBeLessThan(1_000);
});

test("after a quiet while everything is written again [H15]", () => {
  const { log, take } = openLog();
  repeat(1_000, () => log.warn("http", { path: "/a" }));
  vi.advanceTimersByTime(30 * minute);
  take();

  repeat(300, () => log.warn("http", { path: "/a" }));

  expect(take()).toHaveLength(300);
});

test("what was left out is told at the end too, and debug lines are never left out [H15]", () => {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const { log, end } = limitRepeats(createLogger({ level: "debug", write, now: Date.now }));
  repeat(1_000, () => log.debug("http", { path: "/a" }));
  repeat(400, () => log.info("function.printed", { path: "a:b" }));

  end();

  expect(lines).toHaveLength(1_301);
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ of: "function.printed", lines: 100 });
});

test("a text of a line has an end [H15]", () => {
  const { log, take } = openLog();

  log.warn("function.failed", { path: "a:b", error: "x".repeat(1_000_000) });

  const [line] = take();
  expect(String(line?.["error"])).toHaveLength(32 * 1024 + "… (1000000 characters)".length);
});

test("a stranger who calls a function that fails fills no log [H15]", async () => {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const log = createLogger({ level: "info", write, now: Date.now });
  const host = await startTestHost({ host: { log } });
  const body = JSON.stringify({ path: "items:fail", args: {} });
  const call = () => fetch(`${host.url}/api/mutation`, { method: "POST", body });

  for (let round = 0; round < 10; round++)
    await Promise.all(Array.from({ length: 40 }, async () => (await call()).text()));
  await host.stop();

  const failures = lines.filter((line) => line.includes('"event":"function.failed"'));
  expect(failures).toHaveLength(300);
  expect(lines.join("")).toContain('"of":"function.failed","lines":100');
});
