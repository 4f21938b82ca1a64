import { expect, onTestFinished, test, vi } from "vitest";
import { EqualTimeouts } from "../../../src/server/bounds/equal-timeouts.ts";

const ms = 250;

test("each ends after its own time, in their order, unless it was called off [B19]", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const timeouts = new EqualTimeouts(ms);
  const ended: string[] = [];
  const begin = (name: string) => timeouts.add(() => ended.push(name));
  const callOff = begin("called off");
  begin("first");
  vi.advanceTimersByTime(100);
  begin("second");
  callOff();

  vi.advanceTimersByTime(ms - 101);
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(ended).toEqual(["first"]);
  vi.advanceTimersByTime(99);
  expect(ended).toEqual(["first"]);
  vi.advanceTimersByTime(1);
  expect(ended).toEqual(["first", "second"]);
});

test("however many begin and are called off, one timer waits, and none when all have ended [B19]", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const timeouts = new EqualTimeouts(ms);
  for (let times = 0; times < 1_000; times++) timeouts.add(() => undefined)();

  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(ms);
  expect(vi.getTimerCount()).toBe(0);
});

test("one that begins another one as it ends has the whole time for that one [B19]", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const timeouts = new EqualTimeouts(ms);
  const ended: string[] = [];
  timeouts.add(() => timeouts.add(() => ended.push("second")));

  vi.advanceTimersByTime(2 * ms - 1);
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(ended).toEqual(["second"]);
});

test("those that begin others as they end, for as long as a crowd waits, have one timer too [B19]", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const timeouts = new EqualTimeouts(ms);
  const goOn = () => void timeouts.add(goOn);
  for (let times = 0; times < 8; times++) {
    goOn();
    vi.advanceTimersByTime(10);
  }

  vi.advanceTimersByTime(20 * ms);
  expect(vi.getTimerCount()).toBe(1);
});
