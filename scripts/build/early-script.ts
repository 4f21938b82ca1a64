import type { Plugin } from "vite";

/**
 * Lets the page run the chunk "line" as soon as it arrives. The chunk opens the live connection while the entry still
 * loads.
 */
export function earlyScript(): Plugin {
  return {
    name: "early-script",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const line = Object.values(bundle ?? {}).find(({ name }) => name === "line");
        if (line === undefined) throw new Error("The chunk of the early line is missing.");
        const attrs = { type: "module", async: true, src: `/${line.fileName}` };
        return [{ tag: "script", attrs, injectTo: "head-prepend" }];
      },
    },
  };
}
