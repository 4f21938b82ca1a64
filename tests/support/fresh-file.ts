// Time zones take the methods of the Date that is there when their library loads: it must not be that of a stopped clock,
// because the files of a process share the library.
import "@date-fns/tz";
import { vi } from "vitest";

// Test files share a process, so this removes the stubs of the file before.
vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.useRealTimers();
