import { vi } from "vitest";

// Files share a process: what the file before stubbed is forgotten here.
vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.useRealTimers();
