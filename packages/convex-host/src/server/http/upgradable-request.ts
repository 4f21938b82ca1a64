import { IncomingMessage } from "node:http";

/**
 * A request that asks for another protocol only when it asks for WebSocket. A server ignores an upgrade that it does not
 * offer (RFC 9110, section 7.8): some clients ask for HTTP/2 with each first request, and expect an answer over HTTP/1.1.
 *
 * Node's parser sets `upgrade` before it adds the headers, and reads it after that.
 */
export class UpgradableRequest extends IncomingMessage {
  declare private asksForUpgrade: boolean | null;

  get upgrade(): boolean | null {
    if (this.asksForUpgrade !== true || this.method === "CONNECT") return this.asksForUpgrade;
    return this.headers.upgrade?.toLowerCase() === "websocket";
  }

  /**
   * True when the request asks for a protocol that it does not get. Node's parser has dropped the bytes that came behind
   * such a request in one piece, so its connection must end with its answer: then a client sends them again.
   */
  get isLastOfConnection(): boolean {
    return this.asksForUpgrade === true && this.upgrade === false;
  }

  set upgrade(asks: boolean | null) {
    this.asksForUpgrade = asks;
  }
}
