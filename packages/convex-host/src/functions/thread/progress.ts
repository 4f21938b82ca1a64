import type { Pulse } from "../../wire/pulse.ts";

type Syscalls = Record<"syscall" | "asyncSyscall" | "jsSyscall", (...args: unknown[]) => unknown>;

/**
 * Makes every system call a beat of the pulse. A large mutation holds the thread for long while it works through its
 * documents, but is not stuck, and its reads and writes are bounded.
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
