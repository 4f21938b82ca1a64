import type { CDPSession, Page } from "@playwright/test";

/** A phone at the edge of the network, as Lighthouse imitates it: each request waits this long and the bytes go this slowly. */
export const line = { latency: 562, bytesASecond: (1.44 * 1_000_000) / 8, processor: 4 };

/** The traffic of the line since it was laid. */
export type Traffic = { startedAt: number[]; addresses: string[]; bytes: number };

/**
 * Makes a page slow: its processor, and its line to the host, but for the messages of the live connection. Chromium would
 * slow them by their bytes before compression; `LiveLine` slows them by those on the wire.
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

/** Counts requests at the moments at which they begin in the browser, but those for pictures, and the bytes of their answers. */
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
