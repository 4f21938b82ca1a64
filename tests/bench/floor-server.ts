/**
 * The floor for sync engines that send whole results. It is one process with one SQLite file (synchronous=FULL), group
 * commit, and the whole 25-row result for every subscriber over a bare socket. Messages have one letter: "S"
 * subscribes, "W<id> <marker>" writes one field of one row and is answered "A<id>".
 */
import Database from "libsql";
import { type WebSocket, WebSocketServer } from "ws";

const [file, rowCount] = process.argv.slice(2);
const database = new Database(file!);
database.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL");
database.exec("CREATE TABLE rows(id INTEGER PRIMARY KEY, unit INTEGER, text TEXT)");
database.exec("CREATE INDEX by_unit ON rows(unit)");
fill(Number(rowCount));

const update = database.prepare("UPDATE rows SET text = ? WHERE id = ?");
const select = database.prepare("SELECT text FROM rows WHERE unit = ?");
const subscribers = new Set<WebSocket>();
let group: { socket: WebSocket; id: string; marker: string }[] = [];

const server = new WebSocketServer({ port: 0, host: "127.0.0.1" }, () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  process.stdout.write(`floor ${address.port}\n`);
});

server.on("connection", (socket) => {
  socket.on("message", (data) => {
    const text = (data as Buffer).toString("utf8");
    if (text === "S") {
      subscribers.add(socket);
      socket.send(result());
      return;
    }
    const [id, marker] = text.slice(1).split(" ");
    if (group.length === 0) setImmediate(flush);
    group.push({ socket, id: id!, marker: marker! });
  });
  socket.on("close", () => subscribers.delete(socket));
});

function flush(): void {
  const writes = group;
  group = [];
  database.exec("BEGIN IMMEDIATE");
  for (const write of writes) update.run(rowText(0, write.marker), 1);
  database.exec("COMMIT");
  for (const write of writes) write.socket.send(`A${write.id}`);
  const text = result();
  for (const subscriber of subscribers) subscriber.send(text);
}

function result(): string {
  const rows = select.all(0) as { text: string }[];
  return `[${rows.map((row) => row.text).join(",")}]`;
}

/** One task as the real workspace sends it: 25 of them are a little more than 8 KiB. */
function rowText(row: number, marker: string): string {
  return JSON.stringify({ row, marker, filler: "x".repeat(275) });
}

function fill(count: number): void {
  const insert = database.prepare("INSERT INTO rows(id, unit, text) VALUES (?, ?, ?)");
  database.exec("BEGIN");
  for (let row = 0; row < count; row++)
    insert.run(row + 1, Math.floor(row / 25), rowText(row, "-"));
  database.exec("COMMIT");
}
