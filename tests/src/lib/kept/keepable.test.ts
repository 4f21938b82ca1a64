import { expect, test } from "vitest";
import { isKeepable } from "../../../../src/lib/answers/kept/keepable.ts";

test("a device keeps the projects, units, boards, tasks, notes, photos and times that were seen, and the day [FIELD-02]", () => {
  const seen = [
    ...["projects:list", "units:list", "units:get", "units:names", "board:page", "board:pages"],
    ...["board:opening", "tasks:list", "unitNotes:list", "photos:list", "photos:ofProject"],
    ...["timeEntries:list", "timeEntries:people", "myDay:mine", "people:list"],
  ];
  expect(seen.filter((name) => !isKeepable(`${name} {}`))).toEqual([]);
});
