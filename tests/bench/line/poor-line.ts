import type { CDPSession, Page } from "@playwright/test";

/** A phone at the edge of the network, as Lighthouse imitates it: each request waits this long and the bytes go this slowly. */
const line = { latency: 562, bytesASecond: (1.44 * 1_000_000) / 8, processor: 4 };

/** The traffic of the line since it was laid. */
export type Traffic = { startedAt: number[]; addresses: string[]; bytes: number };

/**
 * Makes a page slow: its processor, and its line to the host. Chromium slows requests and the opening of a socket, but not
 * the messages on it: what comes over the live connection is up to a round trip later on a real line of this kind.
 */
export async function layPoorLine(page: Page): Promise<Traffic> {
  const session = await page.context().newCDPSession(page);
  const traffic = await follow(session);
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.bytesASecond,
    uploadThroughput: line.bytesASecond,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: line.processor });
  return traffic;
}

/** Counts requests at the moments at which they begin, but those for pictures, and the bytes that come. */
async function follow(session: CDPSession): Promise<Traffic> {
  const traffic: Traffic = { startedAt: [], addresses: [], bytes: 0 };
  const begin = (url: string) => {
    if (url.startsWith("data:") || url.startsWith("blob:")) return;
    traffic.startedAt.push(Date.now());
    traffic.addresses.push(url);
  };
  session.on("Network.requestWillBeSent", ({ request, type = "Other" }) => {
    const isLate = ["Image", "Manifest"].includes(type) || request.url.includes("/favicon");
    if (!isLate) begin(request.url);
  });
  session.on("Network.webSocketCreated", ({ url }) => begin(url));
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
  });
  session.on("Network.webSocketFrameReceived", ({ response }) => {
    traffic.bytes += response.payloadData.length;
  });
  await session.send("Network.enable");
  return traffic;
}
