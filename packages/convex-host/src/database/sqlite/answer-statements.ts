import type { Sqlite, Statement } from "./driver.ts";

/** The SQL statements for the stored answers of requests. */
export class AnswerStatements {
  readonly find: Statement;
  readonly newestOf: Statement;
  readonly findClient: Statement;
  readonly insertClient: Statement;
  readonly insert: Statement;
  readonly insertLarge: Statement;
  readonly forget: Statement;
  readonly forgetLarge: Statement;
  readonly forgetClient: Statement;

  constructor(sqlite: Sqlite) {
    this.find = sqlite.prepare(
      `SELECT c.caller, coalesce(l.result, a.result), a.log_lines, a.ts FROM request_clients c
       JOIN answers a ON a.client = c.id
       LEFT JOIN large_answers l ON l.client = a.client AND l.request_id = a.request_id
       WHERE c.session_id = ? AND a.request_id = ?`,
      { bigint: true },
    );
    this.newestOf = sqlite.prepare(
      `SELECT max((SELECT max(request_id) FROM answers WHERE client = c.id)) FROM request_clients c
       WHERE c.session_id = ?`,
    );
    this.findClient = sqlite.prepare(
      "SELECT id FROM request_clients WHERE session_id = ? AND caller = ?",
    );
    this.insertClient = sqlite.prepare(
      "INSERT INTO request_clients (session_id, caller) VALUES (?, ?) RETURNING id",
    );
    this.insert = sqlite.prepare(
      `INSERT INTO answers (client, request_id, ts, hour, result, log_lines) VALUES (?, ?, ?, ?, ?, ?)`,
    );
    this.forget = sqlite.prepare(
      `DELETE FROM answers WHERE (client, request_id) IN
       (SELECT client, request_id FROM answers WHERE hour < ? ORDER BY hour LIMIT ?) RETURNING client`,
    );
    this.insertLarge = sqlite.prepare(
      "INSERT OR REPLACE INTO large_answers (client, request_id, hour, result) VALUES (?, ?, ?, ?)",
    );
    this.forgetLarge = sqlite.prepare(
      `DELETE FROM large_answers WHERE rowid IN
       (SELECT rowid FROM large_answers WHERE hour < ? ORDER BY hour LIMIT ?) RETURNING client`,
    );
    this.forgetClient = sqlite.prepare(
      `DELETE FROM request_clients WHERE id = ?
       AND NOT EXISTS (SELECT 1 FROM answers WHERE client = request_clients.id)`,
    );
  }
}
