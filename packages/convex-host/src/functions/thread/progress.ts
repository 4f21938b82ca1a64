import type { Pulse } from "../../wire/pulse.ts";

type Syscalls = Record<"syscall" | "asyncSyscall" | "jsSyscall", (...args: unknown[]) => unknown>;

/**
 * Makes every system call of a function a beat of the pulse: a large mutation that works through its documents holds the
 * thread for long, but is not stuck, and its reads and writes are bounded.
 */
export function beatOnSyscalls(pulse: Pulse): void {
  const holder = globalThis as unknown as { Convex: Syscalls };
  const { syscall, asyncSyscall, jsSyscall } = holder.Convex;
  const beating =
    (call: Syscalls["syscall"]): Syscalls["syscall"] =>
    (...args) => {
      pulse.beat();
      return call(...args);
    };
  holder.Convex = {
    syscall: beating(syscall),
    asyncSyscall: beating(asyncSyscall),
    jsSyscall: beating(jsSyscall),
  };
}
