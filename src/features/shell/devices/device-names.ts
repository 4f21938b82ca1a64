import Bowser from "bowser";

/** The name of a session's browser, and the kind of its device: hand-held or not. */
export type DeviceName = { name: string; isHandheld: boolean };

/** A browser's long identification in words: "Safari on iOS"; programs, which tell neither, are called by their name. */
export function deviceName(userAgent: string | null): DeviceName {
  if (userAgent === null || userAgent === "") return { name: "Unknown device", isHandheld: false };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const isHandheld = platform.type === "mobile" || platform.type === "tablet";
  if (browser.name && os.name) return { name: `${browser.name} on ${os.name}`, isHandheld };
  // Programs are called like "curl/8.5.0".
  const program = browser.name || userAgent.split(/[/\s(]/)[0] || "Unknown program";
  return { name: program, isHandheld };
}
