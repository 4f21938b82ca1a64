import Bowser from "bowser";

/** The name of a session's browser, and whether its device is hand-held. */
export type DeviceName = { name: string; isHandheld: boolean };

/**
 * A readable name for a user agent: "Safari on iOS". A program that names neither browser nor system keeps its own
 * name.
 */
export function deviceName(userAgent: string | null): DeviceName {
  if (userAgent === null || userAgent === "") return { name: "Unknown device", isHandheld: false };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const isHandheld = platform.type === "mobile" || platform.type === "tablet";
  if (browser.name && os.name) return { name: `${browser.name} on ${os.name}`, isHandheld };
  // Programs have user agents such as "curl/8.5.0".
  const program = browser.name || userAgent.split(/[/\s(]/)[0] || "Unknown program";
  return { name: program, isHandheld };
}
