import type { IncomingMessage, ServerResponse } from "node:http";

/** Measurements that the host reports as they happen. */
export interface Metrics {
  /** Counts and times a request when its response closes. */
  request(request: IncomingMessage, response: ServerResponse, path: string): void;
  /** Counts an answered call of the function thread. */
  called(kind: string, outcome: "ok" | "failed", seconds: number): void;
  /** Counts a function thread that was ended or died, and is replaced. */
  threadLost(reason: "blocked" | "died"): void;
}

/** Measurements that are read when the metrics are requested. */
export type Gauges = {
  sockets: () => number;
  watchedQueries: () => number;
  databaseLogBytes: () => number;
};

/** Metrics with the page that shows them, in the text format of Prometheus. */
export interface MetricsPage extends Metrics {
  readonly contentType: string;
  show(gauges: Gauges): Promise<string>;
}

// The bounds in seconds, from a call over loopback to one of a phone with a bad line.
const secondsBuckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10];

/** The prefix of the series, and the label of a path; null for a path of the host's own. */
type MetricNames = { prefix: string; placeOf: (path: string) => string | null };

/** Creates the metrics. The library is loaded only here, so that hosts without metrics do not pay for it. */
export async function startMetrics({ prefix, placeOf }: MetricNames): Promise<MetricsPage> {
  const { Registry, Counter, Gauge, Histogram, collectDefaultMetrics } =
    await import("prom-client");
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: `${prefix}_http_request_seconds`,
    help: "HTTP requests by method, status and kind of address, and how long they took.",
    labelNames: ["method", "status", "place"] as const,
    buckets: secondsBuckets,
    registers,
  });
  const calls = new Histogram({
    name: `${prefix}_call_seconds`,
    help: "Calls of functions by kind and outcome, from being asked to being answered.",
    labelNames: ["kind", "outcome"] as const,
    buckets: secondsBuckets,
    registers,
  });
  const lost = new Counter({
    name: `${prefix}_function_thread_lost_total`,
    help: "How often the thread that runs functions was blocked or died and was replaced.",
    labelNames: ["reason"] as const,
    registers,
  });
  // The series begin at 0, so that an alarm on their growth sees the first loss.
  for (const reason of ["blocked", "died"]) lost.inc({ reason }, 0);
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const sockets = gauge(`${prefix}_live_connections`, "Open WebSockets.");
  const watched = gauge(`${prefix}_live_queries`, "Queries that open pages are watching.");
  const databaseLog = gauge(
    `${prefix}_database_log_bytes`,
    "The log beside the database, which grows while somebody reads an earlier state.",
  );
  return {
    contentType: registry.contentType,
    request(request, response, path) {
      const startedAt = performance.now();
      const { method = "" } = request;
      const place = placeOf(path) ?? ownPlaceOf(path);
      response.once("close", () => {
        const status = String(response.statusCode);
        requests.observe({ method, status, place }, (performance.now() - startedAt) / 1000);
      });
    },
    called: (kind, outcome, seconds) => calls.observe({ kind, outcome }, seconds),
    threadLost: (reason) => lost.inc({ reason }),
    async show(gauges) {
      sockets.set(gauges.sockets());
      watched.set(gauges.watchedQueries());
      databaseLog.set(gauges.databaseLogBytes());
      return await registry.metrics();
    },
  };
}

/** The label of a path, one of a few: a label for every path would grow without end. */
function ownPlaceOf(path: string): "storage" | "api" | "pages" {
  if (path.startsWith("/api/storage/")) return "storage";
  return path.startsWith("/api/") ? "api" : "pages";
}
