import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { temporaryPath } from "./fixture.ts";
import { disk } from "./refusing-disk.ts";
import { takeOver } from "./stored-file.ts";

type Made = { sessionId: string; requestId: number };

function find(database: Database, { sessionId, requestId }: Made): string | null {
  const tx = database.begin({ nowMs: 1 });
  try {
    return tx.findRequest(sessionId, requestId)?.result ?? null;
  } finally {
    database.rollback(tx);
  }
}

const answerTo = ({ sessionId, requestId }: Made) => JSON.stringify([sessionId, requestId]);

async function carryOut(database: Database, made: Made, caller: string): Promise<void> {
  const record = { ...made, caller, result: answerTo(made), logLines: [] };
  if (find(database, made) === null) await database.commit(database.begin({ nowMs: 1 }), record);
}

const made = fc.record({
  sessionId: fc.constantFrom("s", "t", "s t", ""),
  requestId: fc.nat(12),
});
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ made, caller: fc.constantFrom("", "ann", "bob") }) },
    { weight: 1, arbitrary: fc.constant("take over" as const) },
    { weight: 1, arbitrary: fc.constant("start again" as const) },
  ),
  { maxLength: 30 },
);

test("an answered request is found, in whatever order a session counts and whoever called, and no other is [D9]", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(made, { maxLength: 20 }), async (done, others) => {
      const path = temporaryPath();
      let database = openDatabase({ path, durable: false });
      const answered = new Set<string>();
      const expectAll = (requests: readonly Made[]) => {
        for (const one of requests)
          expect(find(database, one)).toBe(answered.has(answerTo(one)) ? answerTo(one) : null);
      };
      for (const step of done) {
        if (step === "take over") takeOver(database);
        else if (step === "start again") {
          database.close();
          database = openDatabase({ path, durable: false });
        } else {
          await carryOut(database, step.made, step.caller);
          answered.add(answerTo(step.made));
        }
        expectAll(others);
      }
      expectAll(done.flatMap((step) => (typeof step === "string" ? [] : [step.made])));
      database.close();
    }),
    { numRuns: 60 },
  );
});

test("a client whose requests go on is looked for on disk once [D9]", async () => {
  const path = temporaryPath();
  const database = openDatabase({ path, durable: false });
  onTestFinished(() => database.close());
  await carryOut(database, { sessionId: "s", requestId: 0 }, "ann");
  let looks = 0;
  disk.look = (sql) => {
    if (sql.includes("FROM request_clients c")) looks += 1;
  };
  onTestFinished(() => void (disk.look = null));

  for (let requestId = 1; requestId < 50; requestId++)
    await carryOut(database, { sessionId: "s", requestId }, "ann");
  expect(looks).toBe(0);

  takeOver(database);
  expect(find(database, { sessionId: "s", requestId: 7 })).toBe('["s",7]');
  expect(looks).toBe(1);
});
