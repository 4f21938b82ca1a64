import { vi } from "vitest";

// Files share a process: what the file before stubbed, and what its modules kept, is forgotten here.
vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.useRealTimers();
vi.resetModules();
