/** The settings of a host that its operator decides. */
export type HostSettings = {
  port: number;
  host: string;
  /** The public origin; null for that of this machine, with the port that was given. */
  siteUrl: string | null;
  dataDir: string;
  /** Sign-in requests that one address may make in a minute; 0 is no limit. */
  signInsPerMinute: number;
  /** The number of proxies in front that add the sender's address to X-Forwarded-For. */
  trustedProxies: number;
  /** The places from which the admin key is accepted. */
  adminAccess: "local" | "anywhere";
  /** The contacts that /.well-known/security.txt names, as addresses of the web, of mail or of telephones. */
  securityContacts: readonly string[];
  /** The bearer token that opens the metrics; null turns them off. */
  metricsToken: string | null;
};

/** The settings of a host when only the data folder is given: only this machine reaches it. */
export const defaultSettings: Omit<HostSettings, "dataDir"> = {
  port: 3210,
  host: "127.0.0.1",
  siteUrl: null,
  signInsPerMinute: 0,
  trustedProxies: 0,
  adminAccess: "local",
  securityContacts: [],
  metricsToken: null,
};

/** The origin of a host that is only reached from its own machine. */
export function localOrigin(port: number): string {
  return `http://localhost:${port}`;
}
