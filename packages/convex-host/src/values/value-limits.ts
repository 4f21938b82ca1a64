const mebibyte = 1 << 20;

/** Limits of one value and of one document. */
export const valueLimits = {
  documentBytes: mebibyte,
  documentNesting: 16,
  valueNesting: 64,
  /** Levels of a system document: those of the arguments of a scheduled function, in the array of its row. */
  systemNesting: 64 + 2,
  arrayElements: 8_192,
  objectFields: 1_024,
  fieldNameLength: 1_024,
  identifierLength: 64,
  argumentBytes: 16 * mebibyte,
  resultBytes: 16 * mebibyte,
} as const;

/** Limits of reads, writes and scheduling in one execution; the official defaults. */
export const transactionLimits = {
  bytesRead: 16 * mebibyte,
  bytesWritten: 16 * mebibyte,
  databaseQueries: 4_096,
  documentsRead: 32_000,
  documentsWritten: 16_000,
  functionsScheduled: 1_000,
  scheduledFunctionArgsBytes: 16 * mebibyte,
} as const;

/** Limits of a schema. */
export const schemaLimits = {
  tables: 10_000,
  indexesPerTable: 64,
  fieldsPerIndex: 16,
  filterFields: 16,
} as const;

/** Limits of text search. */
export const searchLimits = {
  /** The most words of a search. The others are left out. */
  words: 16,
  /** The bytes from which on a word is not searched. */
  wordBytes: 32,
  filters: 8,
  /** The most matches that are scored, which takes the function thread some 5 µs each. */
  scored: 20_000,
  results: 1_024,
} as const;

/** Limits of one database query. */
export const queryLimits = {
  operators: 256,
  pageSize: 32_000,
  recommendedPageRows: 6_144,
} as const;
