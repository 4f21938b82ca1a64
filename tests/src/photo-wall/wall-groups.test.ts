import { expect, test } from "vitest";
import { groupsOf } from "../../../src/features/photo-wall/wall-groups.ts";
import { projectPhotoOf } from "../support/records.ts";

/** Makes this many photos of each day, in the order of the photo wall. */
function photosOf(days: Readonly<Record<string, number>>) {
  return Object.entries(days).flatMap(([day, count]) =>
    Array.from({ length: count }, (_, at) =>
      projectPhotoOf({ id: `${day} ${at}`, photoDate: `${day}T12:00:00.000Z` }),
    ),
  );
}

/** Describes the groups in order: the heading, the number of photos, and "days" if each photo shows its day. */
function shownOf(days: Readonly<Record<string, number>>): string[] {
  const groups = [...groupsOf(photosOf(days)).values()];
  return [...new Set(groups)].map((group) => {
    const count = groups.filter((each) => each === group).length;
    return `${group.heading}: ${count}${group.hasDays ? " days" : ""}`.replaceAll(/\s/g, " ");
  });
}

test("a month of few photos is one group, whose photos tell their days [COMPARE-02]", () => {
  expect(shownOf({ "2026-03-26": 1, "2026-03-25": 1, "2026-03-02": 10, "2026-02-27": 1 })).toEqual([
    "Mar 2 – 26, 2026: 12 days",
    "Feb 27, 2026: 1",
  ]);
});

test("a month of many photos has a group for each week, from Monday on, and a week of many one for each day [COMPARE-02]", () => {
  expect(shownOf({ "2026-03-25": 12, "2026-03-23": 1, "2026-03-22": 11, "2026-03-16": 1 })).toEqual(
    ["Mar 25, 2026: 12", "Mar 23, 2026: 1", "Mar 16 – 22, 2026: 12 days"],
  );
});

test("no photos have no groups [COMPARE-02]", () => {
  expect(shownOf({})).toEqual([]);
});

test("photos of impossible years have groups too, and the wall stays [COMPARE-02]", () => {
  const dates = ["-000001-12-31T10:00:00.000Z", "+010000-01-01T13:59:00.000Z"];
  const photos = dates.flatMap((photoDate) =>
    Array.from({ length: 13 }, (_, at) => projectPhotoOf({ id: `${photoDate} ${at}`, photoDate })),
  );

  const groups = groupsOf(photos);

  expect(groups.size).toBe(26);
  expect(new Set([...groups.values()].map(({ heading }) => heading)).size).toBe(2);
});
