/** Bundles for hosts: `import { bundleApp } from "convex-host/build"`. */
export { AppBuilder } from "./build/app-builder.ts";
export { bundleApp, bundleHost, bundleThread, threadProgram } from "./build/bundle.ts";
