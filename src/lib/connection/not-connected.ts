/** Nothing was sent, because there is no connection to the server. */
export class NotConnected extends Error {
  readonly isServerThere = false;
}
