/** A browser without pages: it keeps cookies by host, path and age, and follows redirects one at a time. */
export class CookieClient {
  readonly #cookies: Cookie[] = [];
  readonly #clock: () => number;
  readonly #send: Send;

  constructor({ clock = Date.now, send = fetch }: { clock?: () => number; send?: Send } = {}) {
    this.#clock = clock;
    this.#send = send;
  }

  /** Sends one request without following redirects. */
  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const cookie = this.cookieHeader(url);
    if (cookie !== "") headers.set("Cookie", cookie);
    const response = await this.#send(url, { ...init, headers, redirect: "manual" });
    for (const text of response.headers.getSetCookie()) this.#keep(new URL(url), text);
    return response;
  }

  /** Navigates like a browser: follows redirects until a page answers, and lists every address on the way. */
  async navigate(url: string, init: RequestInit = {}): Promise<Visit> {
    const addresses = [url];
    let response = await this.request(url, init);
    for (let location = response.headers.get("Location"); location !== null;) {
      if (addresses.length > 20) throw new Error(`Too many redirects: ${addresses.join(" > ")}`);
      await response.body?.cancel();
      const next = new URL(location, addresses.at(-1)).href;
      addresses.push(next);
      response = await this.request(next);
      location = response.headers.get("Location");
    }
    return { response, addresses, url: addresses.at(-1) ?? url };
  }

  /** Returns the `Cookie` header of a request to this address. */
  cookieHeader(url: string): string {
    return this.cookiesFor(url)
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  /** The cookies that belong to an address. */
  cookiesFor(address: string): Cookie[] {
    const { hostname, pathname } = new URL(address);
    const now = this.#clock();
    return this.#cookies.filter(
      (cookie) =>
        cookie.host === hostname && cookie.expiresAt > now && isBelow(pathname, cookie.path),
    );
  }

  /** Sets a cookie as another party would. */
  plant(url: string, setCookie: string): void {
    this.#keep(new URL(url), setCookie);
  }

  #keep(url: URL, text: string): void {
    const cookie = parseSetCookie(url, text, this.#clock());
    const isSame = ({ name, host, path }: Cookie) =>
      name === cookie.name && host === cookie.host && path === cookie.path;
    const known = this.#cookies.findIndex(isSame);
    if (known >= 0) this.#cookies.splice(known, 1);
    if (cookie.expiresAt > this.#clock()) this.#cookies.push(cookie);
  }
}

/** Sends requests over the network, or to a handler in the test's own process. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

export type Visit = { response: Response; addresses: string[]; url: string };

export type Cookie = {
  name: string;
  value: string;
  host: string;
  path: string;
  expiresAt: number;
  /** The attributes as they were sent, names in lower case. */
  attributes: ReadonlyMap<string, string>;
};

/** Reads one `Set-Cookie` header. */
function parseSetCookie(url: URL, text: string, now: number): Cookie {
  const [pair = "", ...rest] = text.split(";").map((part) => part.trim());
  const attributes = new Map(rest.map((part) => split(part)));
  const [name, value] = split(pair, false);
  const maxAge = attributes.get("max-age");
  const expires = attributes.get("expires");
  const expiresAt =
    maxAge !== undefined
      ? now + Number(maxAge) * 1000
      : expires !== undefined
        ? Date.parse(expires)
        : Number.POSITIVE_INFINITY;
  return {
    name,
    value,
    host: url.hostname,
    path: attributes.get("path") ?? "/",
    expiresAt,
    attributes,
  };
}

function split(part: string, lowerCase = true): [string, string] {
  const at = part.indexOf("=");
  const name = at < 0 ? part : part.slice(0, at);
  return [lowerCase ? name.toLowerCase() : name, at < 0 ? "" : part.slice(at + 1)];
}

function isBelow(pathname: string, path: string): boolean {
  return path === "/" || pathname === path || pathname.startsWith(`${path.replace(/\/$/, "")}/`);
}
