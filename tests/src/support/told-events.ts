import type { HistoryEvent } from "../../../src/lib/history/history-event.ts";

let made = 0;

type Fields = Partial<Record<keyof HistoryEvent, unknown>>;

/** An event of Sam's in unit 204. */
export function toldEvent(fields: Fields): HistoryEvent {
  made += 1;
  return {
    ...{ id: `event ${String(made)}`, at: "2026-03-02T10:00:00.000Z", madeAt: null },
    ...{ kind: "task.updated", userId: "sam", userName: "Sam", projectId: "oak" },
    ...{ projectName: "Oak Court", unitId: "204", unitName: "204", recordId: null },
    ...{ label: "Paint", count: null, changes: [], overtaken: null, batchId: null },
    ...{ undoneAt: null, undoes: null, isRedo: false, ...fields },
  } as HistoryEvent;
}

/** Makes the event of a task's changed field. */
export function changedTask(task: string, change: object, fields: Fields = {}): HistoryEvent {
  return toldEvent({
    ...{ recordId: task, label: `Task ${task}`, ...fields },
    changes: [{ from: null, ...change }],
  });
}
