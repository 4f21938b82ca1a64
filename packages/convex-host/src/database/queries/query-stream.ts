import type { JsonObject } from "../../values/json.ts";
import type { Operator, QueryPlan } from "./query-plan.ts";
import { openReader, type RowReader } from "./open-reader.ts";
import type { ReadContext } from "./range-reader.ts";

/** Runs a planned query row by row; reads nothing before it is asked for a row. */
export class QueryStream {
  readonly #context: ReadContext;
  readonly #plan: QueryPlan;
  readonly #chain: OperatorChain;
  #reader: RowReader | null = null;
  #done = false;

  constructor(context: ReadContext, plan: QueryPlan) {
    this.#context = context;
    this.#plan = plan;
    this.#chain = new OperatorChain(plan.operators);
  }

  /** The JSON text of the next document, null at the end. */
  next(): string | null {
    while (!this.#done && !this.#chain.exhausted) {
      const row = this.#open()?.next() ?? null;
      if (row === null) break;
      if (this.#chain.accepts(row.document.json)) return row.document.json;
    }
    this.#done = true;
    return null;
  }

  #open(): RowReader | null {
    this.#reader ??= openReader(this.#context, this.#plan, { hint: this.#chain.hint });
    return this.#reader;
  }
}

/** The filters and limits of one query, in their order. */
export class OperatorChain {
  readonly #operators: Operator[];

  constructor(operators: readonly Operator[]) {
    this.#operators = operators.map((operator) => ({ ...operator }));
  }

  /** True when a limit is used up: no further row can pass. */
  get exhausted(): boolean {
    return this.#operators.some((operator) => "limit" in operator && operator.limit === 0);
  }

  /** The largest number of rows that the caller takes, when it is known beforehand. */
  get hint(): number | null {
    const first = this.#operators[0];
    return first !== undefined && "limit" in first ? first.limit : null;
  }

  /** Runs a document through the operators and counts it against their limits; true when it passes. */
  accepts(json: string): boolean {
    let document: JsonObject | null = null;
    for (const operator of this.#operators) {
      if ("limit" in operator) {
        if (operator.limit === 0) return false;
        operator.limit -= 1;
      } else {
        document ??= JSON.parse(json) as JsonObject;
        if (!operator.filter(document)) return false;
      }
    }
    return true;
  }
}
