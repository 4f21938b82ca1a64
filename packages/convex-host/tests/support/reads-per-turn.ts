import type { ReadTransaction } from "../../src/database/transactions/read-transaction.ts";
import type { Database } from "../../src/database/database.ts";

/** Counts the rows that snapshots read from now on, in total and as the maximum of one turn of the event loop. */
export function readsPerTurn(database: Database): {
  total: () => number;
  most: () => number;
  stop: () => void;
} {
  let inTurn = 0;
  let most = 0;
  let total = 0;
  let isOver = false;
  const endTurn = () => {
    inTurn = 0;
    if (!isOver) setImmediate(endTurn);
  };
  setImmediate(endTurn);
  const note = (rows: number) => {
    total += rows;
    inTurn += rows;
    most = Math.max(most, inTurn);
  };
  const takeSnapshot = database.snapshot.bind(database);
  database.snapshot = () => {
    const snapshot = takeSnapshot();
    return {
      ts: snapshot.ts,
      get isLost() {
        return snapshot.isLost;
      },
      begin: (options) => counted(snapshot.begin(options), note),
      close: () => snapshot.close(),
    };
  };
  return { total: () => total, most: () => most, stop: () => void (isOver = true) };
}

function counted(read: ReadTransaction, note: (rows: number) => void): ReadTransaction {
  const get = read.get.bind(read);
  const queryPage = read.queryPage.bind(read);
  return Object.assign(read, {
    get: (args: Parameters<typeof get>[0]) => {
      note(1);
      return get(args);
    },
    queryPage: (args: Parameters<typeof queryPage>[0]) => {
      note(args.pageSize);
      return queryPage(args);
    },
  });
}
