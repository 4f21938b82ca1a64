/**
 * The floor of transfers: a plain server of node:http and SQLite with synchronous=FULL. Each request is its own
 * transaction of two reads and two updates, as programs usually write them.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Database from "libsql";

const [file, accountCount] = process.argv.slice(2);
const database = new Database(file!);
database.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL");
database.exec("CREATE TABLE accounts(number INTEGER PRIMARY KEY, balance INTEGER NOT NULL)");
fill(Number(accountCount));

const balance = database.prepare("SELECT balance FROM accounts WHERE number = ?");
const update = database.prepare("UPDATE accounts SET balance = ? WHERE number = ?");

type Transfer = { from: number; to: number; amount: number };

const transfer = database.transaction(({ from, to, amount }: Transfer) => {
  const given = balanceOf(from);
  const taken = balanceOf(to);
  if (given < amount) throw new Error("The account holds too little.");
  update.run(given - amount, from);
  update.run(taken + amount, to);
});

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const { args } = JSON.parse(Buffer.concat(parts).toString()) as { args: Transfer };
    transfer.immediate(args);
    const text = '{"status":"success","value":null}';
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(text),
    });
    response.end(text);
  });
});

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`floor http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});

function balanceOf(number: number): number {
  const row = balance.get(number) as { balance: number } | undefined;
  if (row === undefined) throw new Error(`There is no account ${number}.`);
  return row.balance;
}

function fill(count: number): void {
  const insert = database.prepare("INSERT INTO accounts(number, balance) VALUES (?, ?)");
  database.exec("BEGIN");
  for (let number = 0; number < count; number++) insert.run(number, 1_000_000_000);
  database.exec("COMMIT");
}
