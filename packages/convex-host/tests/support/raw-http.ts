import { connect } from "node:net";

/** Sends text to a port and returns the response once it is complete or the connection is closed. */
export function rawExchange(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    const done = () => resolve(received);
    socket.on("data", (data) => {
      received += data.toString();
      // A response on a connection that stays open is complete with its body.
      const [head = "", body] = received.split("\r\n\r\n");
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      if (body !== undefined && length !== undefined && body.length >= Number(length)) socket.end();
    });
    socket.on("error", done);
    socket.on("close", done);
  });
}

/** Sends text to a port and returns the first line of the response; the rest is discarded. */
export function firstLine(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.once("data", (data) => {
      resolve(data.toString().split("\r\n")[0] ?? "");
      socket.destroy();
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("The line was closed without an answer.")));
  });
}
