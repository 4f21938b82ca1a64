import { vi } from "vitest";

// Forgets the modules of the file before: each file loads its own.
vi.resetModules();
