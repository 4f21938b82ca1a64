type Sent = {
  do: string;
  kind?: string;
  caught?: boolean;
  act?: { type: string };
  ending?: { type: string };
  steps?: Sent[];
};

type Entry = { kind?: string; steps?: Sent[]; failure?: unknown; answer?: unknown };

/** Collects the outcomes of programs from their transcripts. */
export class Outcomes {
  readonly refusals = new Set<string>();
  readonly jobStates = new Set<string>();
  /** The kinds of file URLs that functions returned. */
  readonly addresses = new Set<string>();
  readonly #stepsByKind = new Map<string, Set<string>>();

  /** Returns the steps that functions of a kind ran, whether a client or a function called them. */
  answered(kind: string): string[] {
    return [...(this.#stepsByKind.get(kind) ?? [])].sort();
  }

  note(lines: readonly string[]): void {
    for (const line of lines) {
      for (const [, name] of line.matchAll(/"refused":"([^"]+)"/g)) this.refusals.add(name!);
      for (const [, state] of line.matchAll(/"scheduledTime":[^,]+,"state":"(\w+)"/g))
        this.jobStates.add(state!);
      for (const [, kind] of line.matchAll(/<(\w+) address>/g)) this.addresses.add(kind!);
      const { kind, steps, failure } = JSON.parse(line) as Entry;
      if (failure === undefined && kind !== undefined) this.#noteSteps(kind, steps ?? []);
    }
  }

  #noteSteps(kind: string, steps: readonly Sent[]): void {
    const known = this.#stepsByKind.get(kind) ?? new Set();
    this.#stepsByKind.set(kind, known);
    for (const step of steps) {
      known.add(nameOf(step));
      // A call that catches failures does not count, because one of its steps may have failed.
      if (step.do === "call" && step.caught === false)
        this.#noteSteps(step.kind!, step.steps ?? []);
    }
  }
}

function nameOf({ do: name, kind, act, ending }: Sent): string {
  return [name, kind ?? act?.type ?? ending?.type].filter(Boolean).join(" ");
}
