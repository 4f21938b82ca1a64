import { expect, test } from "vitest";
import { findAnomalies } from "../support/history.ts";
import { Recorder } from "../support/recorder.ts";
import { pickSome, seeded } from "../support/seeded.ts";
import { openProxy } from "../support/cuttable-proxy.ts";
import { connect, startTestHost } from "../support/live-host.ts";

const registers = ["a", "b", "c", "d", "e"];
const writesPerClient = 80;

test(
  "what eight clients at once do and see is serializable, through a slow line and a cut one too [R1] [L5] [L6] [S2]",
  { timeout: 60_000 },
  async () => {
    const host = await startTestHost();
    const line = await openProxy(host.port);
    const slowLine = await openProxy(host.port, { delayMs: 10 });
    const urls = [line.url, line.url, line.url, slowLine.url, slowLine.url];
    const recorder = new Recorder();
    const random = seeded(20_261_121);
    let answered = 0;

    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const name = `client ${index}`;
        const url = urls[index] ?? host.url;
        const client = connect(url, { webSocketConstructor: recorder.socketOf(name) });
        const person = { name, client };
        recorder.watch(person, pickSome(registers, 2, random));
        recorder.watch(person, pickSome(registers, 3, random));
        for (let turn = 0; turn < writesPerClient; turn += 2) {
          // A client runs two mutations at a time, so that its own commits share a flush as well.
          await Promise.all(
            [turn, turn + 1].map((number) =>
              recorder.change(person, {
                token: `${name}, ${number}`,
                reads: pickSome(registers, 2, random),
                writes: pickSome(registers, Math.floor(random() * 3), random),
              }),
            ),
          );
          if (turn % 20 === 0) await recorder.read(host.url, pickSome(registers, 3, random));
          answered += 2;
          if (answered === 240) line.holdAnswers();
          if (answered === 260) line.cut();
        }
      }),
    );

    const { history } = recorder;
    expect(history.changes).toHaveLength(8 * writesPerClient);
    // Commits with the same time are the hard case, so the history must contain some.
    expect(new Set(history.changes.map(({ ts }) => ts)).size).toBeLessThan(history.changes.length);
    expect(history.views.length).toBeGreaterThan(history.changes.length);
    expect(findAnomalies(history)).toEqual([]);
  },
);
