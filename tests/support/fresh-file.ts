import { vi } from "vitest";

// Test files share a process, so this removes the stubs of the file before.
vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.useRealTimers();
