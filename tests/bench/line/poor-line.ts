import type { CDPSession, Page } from "@playwright/test";

/**
 * A phone at the edge of the network with the settings of Lighthouse: latency in milliseconds, bandwidth, and the
 * slowdown of the processor.
 */
export const line = { latency: 562, bytesASecond: (1.44 * 1_000_000) / 8, processor: 4 };

/** The traffic since the connection was slowed down. */
export type Traffic = { startedAt: number[]; addresses: string[]; bytes: number };

/**
 * Slows down a page's processor and its requests to the host. It does not slow messages of the live connection:
 * Chromium would count their bytes before compression, so `LiveLine` slows them by the bytes on the wire.
 */
export async function layPoorLine(page: Page): Promise<Traffic> {
  const session = await page.context().newCDPSession(page);
  const traffic = await follow(session);
  const of = (urlPattern: string, bytesASecond: number) => ({
    ...{ urlPattern, latency: line.latency },
    ...{ downloadThroughput: bytesASecond, uploadThroughput: bytesASecond },
  });
  await session.send("Network.emulateNetworkConditionsByRule", {
    matchedNetworkConditions: [of("ws://*:*/*", 0), of("", line.bytesASecond)],
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: line.processor });
  return traffic;
}

/**
 * Records the requests, except for pictures, with the times at which the browser starts them, and counts the bytes of
 * the responses.
 */
async function follow(session: CDPSession): Promise<Traffic> {
  const traffic: Traffic = { startedAt: [], addresses: [], bytes: 0 };
  const begin = (url: string, seconds: number) => {
    if (url.startsWith("data:") || url.startsWith("blob:")) return;
    traffic.startedAt.push(1000 * seconds);
    traffic.addresses.push(url);
  };
  session.on("Network.requestWillBeSent", ({ request, wallTime, type = "Other" }) => {
    const isLate = ["Image", "Manifest"].includes(type) || request.url.includes("/favicon");
    if (!isLate) begin(request.url, wallTime);
  });
  const sockets = new Map<string, string>();
  session.on("Network.webSocketCreated", ({ requestId, url }) => sockets.set(requestId, url));
  session.on("Network.webSocketWillSendHandshakeRequest", ({ requestId, wallTime }) =>
    begin(sockets.get(requestId) ?? "", wallTime),
  );
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  return traffic;
}
