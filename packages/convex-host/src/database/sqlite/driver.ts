import { pathToFileURL } from "node:url";
import Libsql from "libsql";
import { messageOf } from "../../log.ts";

/** A value that can be bound to a statement. No booleans: the driver aborts the process on them. */
export type SqlParameter = string | number | bigint | Uint8Array | null;
/** A column's value as it is read; blobs are always Buffers. */
export type SqlValue = string | number | bigint | Buffer | null;

/** A prepared statement; rows come as arrays in the order of the columns. */
export interface Statement {
  run(...parameters: SqlParameter[]): void;
  get(...parameters: SqlParameter[]): SqlValue[] | null;
  all(...parameters: SqlParameter[]): SqlValue[][];
}

/**
 * One connection to a SQLite file. Only this file knows the driver, and it keeps the driver's hazards (SPEC D20) away
 * from all other code.
 */
export interface Sqlite {
  /** Prepares a statement; `bigint` makes every integer column a bigint. */
  prepare(sql: string, options?: { bigint?: boolean }): Statement;
  exec(sql: string): void;
  readonly inTransaction: boolean;
  close(): void;
}

/** An error of the storage: the file, the disk or the statement. `code` is SQLite's own ("SQLITE_FULL"). */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** Runs one call of the driver, which may block for as long as the disk takes. */
export type DiskCall = <T>(sql: string, work: () => T) => T;

const callAtOnce: DiskCall = (_sql, work) => work();
let callDisk = callAtOnce;

/** Wraps every call of the driver in `call`, outside of the wrappers that were set before. */
export function putAroundDisk(call: DiskCall): void {
  const inner = callDisk;
  callDisk = inner === callAtOnce ? call : (sql, work) => call(sql, () => inner(sql, work));
}

/** Opens (and creates) a SQLite file. */
export function openSqlite(path: string): Sqlite {
  try {
    return new Connection(guarded("", () => new Libsql(addressOf(path))));
  } catch (error) {
    // The driver's error of an open that fails has the number of SQLite's code in its message only.
    const number = /: (\d+)"\)$/.exec(messageOf(error))?.[1];
    const told = failedOpens.get(Number(number) % 256);
    throw told === undefined ? error : new StorageError(...told);
  }
}

/** SQLite's message and code for an open that fails, by the number of the code. */
const failedOpens: ReadonlyMap<number, [message: string, code: string]> = new Map([
  [10, ["disk I/O error", "SQLITE_IOERR"]],
  [14, ["unable to open the database file", "SQLITE_CANTOPEN"]],
]);

const ownFileSystem = process.platform === "win32" ? "win32" : "unix";

/**
 * The address that opens a file by SQLite's own file system. The driver's (of SQLite3 Multiple Ciphers 1.8) takes a read
 * that the disk refuses for a good one, so that rows are missing or twice and no call fails.
 */
function addressOf(path: string): string {
  return path === ":memory:" ? path : `${pathToFileURL(path).href}?vfs=${ownFileSystem}`;
}

type DriverStatement = {
  run(parameters: unknown[]): unknown;
  get(parameters: unknown[]): unknown;
  all(parameters: unknown[]): unknown;
};

class Connection implements Sqlite {
  readonly #driver: Libsql.Database;
  #open = true;

  constructor(driver: Libsql.Database) {
    this.#driver = driver;
  }

  prepare(sql: string, options: { bigint?: boolean } = {}): Statement {
    this.#assertOpen();
    const statement = guarded(sql, () => this.#driver.prepare(sql));
    // Rows as objects would carry the driver's own `_metadata`. Only statements that return rows have a raw mode.
    if (statement.reader) statement.raw();
    if (options.bigint === true) statement.safeIntegers();
    const parameters = sql.split("?").length - 1;
    return new PreparedStatement(statement, { sql, parameters }, () => this.#assertOpen());
  }

  exec(sql: string): void {
    this.#assertOpen();
    guarded(sql, () => this.#driver.exec(sql));
  }

  get inTransaction(): boolean {
    return this.#open && this.#driver.inTransaction;
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    // Closing the last connection of a file writes its log into it, so the call counts as a disk call.
    callDisk("", () => this.#driver.close());
  }

  #assertOpen(): void {
    if (!this.#open) throw new StorageError("The connection is closed", "SQLITE_MISUSE");
  }
}

class PreparedStatement implements Statement {
  readonly #statement: DriverStatement;
  readonly #sql: string;
  readonly #parameters: number;
  readonly #assertOpen: () => void;

  constructor(
    statement: unknown,
    { sql, parameters }: { sql: string; parameters: number },
    assertOpen: () => void,
  ) {
    this.#statement = statement as DriverStatement;
    this.#sql = sql;
    this.#parameters = parameters;
    this.#assertOpen = assertOpen;
  }

  run(...parameters: SqlParameter[]): void {
    const bound = this.#bind(parameters);
    guarded(this.#sql, () => this.#statement.run(bound));
  }

  get(...parameters: SqlParameter[]): SqlValue[] | null {
    const bound = this.#bind(parameters);
    const row = guarded(this.#sql, () => this.#statement.get(bound)) as SqlValue[] | undefined;
    return row === undefined ? null : withBuffers(row);
  }

  all(...parameters: SqlParameter[]): SqlValue[][] {
    const bound = this.#bind(parameters);
    const rows = guarded(this.#sql, () => this.#statement.all(bound)) as SqlValue[][];
    for (const row of rows) withBuffers(row);
    return rows;
  }

  #bind(parameters: SqlParameter[]): unknown[] {
    this.#assertOpen();
    if (parameters.length !== this.#parameters) {
      throw new TypeError(`${this.#parameters} parameters expected, ${parameters.length} given`);
    }
    return parameters.map(toDriver);
  }
}

function toDriver(value: SqlParameter): unknown {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`Cannot store the number ${value}`);
    // The driver binds every number as a float.
    return Number.isSafeInteger(value) ? BigInt(value) : value;
  }
  if (typeof value === "string") {
    // The driver cuts texts at a NUL when it reads them back.
    if (value.includes("\0")) throw new TypeError("Cannot store a text that contains NUL");
    return value;
  }
  if (typeof value === "bigint" || value === null || value instanceof Uint8Array) return value;
  throw new TypeError(`Cannot store a value of type ${typeof value}`);
}

function withBuffers(row: SqlValue[]): SqlValue[] {
  for (let at = 0; at < row.length; at++) {
    const value: unknown = row[at];
    if (value instanceof ArrayBuffer) row[at] = Buffer.from(value);
  }
  return row;
}

function guarded<T>(sql: string, work: () => T): T {
  try {
    return callDisk(sql, work);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (error instanceof StorageError) throw error;
    // SQLite tells a read that the disk refuses (EIO) in the same way.
    const also = code === "SQLITE_CORRUPT" ? ", or the disk refuses to read it" : "";
    throw new StorageError(messageOf(error) + also, code);
  }
}
