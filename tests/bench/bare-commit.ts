import Database from "libsql";
import { Samples } from "./measure.ts";

/** Measures commits of one row with a flush, the least that any durable write can cost on this disk. */
export function bareCommit(file: string, times: number): Samples {
  const database = new Database(file);
  try {
    database.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL");
    database.exec(
      "CREATE TABLE one(id INTEGER PRIMARY KEY, text TEXT); INSERT INTO one VALUES (1, '')",
    );
    const update = database.prepare("UPDATE one SET text = ? WHERE id = 1");
    const samples = new Samples();
    for (let turn = 0; turn < times; turn++) {
      const start = performance.now();
      update.run(`${turn} ${"x".repeat(250)}`);
      samples.add(performance.now() - start);
    }
    return samples;
  } finally {
    database.close();
  }
}
