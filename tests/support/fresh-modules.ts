import { vi } from "vitest";

// What the modules of the file before kept is forgotten here: each file loads its own.
vi.resetModules();
