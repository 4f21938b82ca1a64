import { expect, test, vi } from "vitest";
import { captionOf } from "../../../src/features/photos/sending/caption.ts";
import { groupByDay } from "../../../src/features/photos/photo-sections.ts";
import { describePhoto } from "../../../src/lib/photos/photo.ts";
import { photoOf } from "../support/records.ts";

test.each([
  { text: " Kitchen ", total: 3, captions: ["Kitchen (1/3)", "Kitchen (2/3)", "Kitchen (3/3)"] },
  { text: "", total: 2, captions: ["(1/2)", "(2/2)"] },
  { text: "Kitchen", total: 1, captions: ["Kitchen"] },
  { text: "  ", total: 1, captions: [null] },
])('"$text" for $total files [PHOTO-04] [OP-31]', ({ text, total, captions }) => {
  expect(captions.map((_, index) => captionOf(text, { index, total }))).toEqual(captions);
});

test.each([
  { timeZone: "America/Los_Angeles", days: ["2026-03-02", "2026-03-01"] },
  { timeZone: "UTC", days: ["2026-03-02"] },
  // Noon UTC stands for a picked day, although it is already the next day there.
  { timeZone: "Pacific/Auckland", days: ["2026-03-02"] },
])("photos are of the viewer's local day, the newest first: $timeZone [PHOTO-02]", (row) => {
  vi.stubEnv("TZ", row.timeZone);
  const photos = [
    photoOf({ id: "noon", photoDate: "2026-03-02T12:00:00.000Z" }),
    photoOf({ id: "night", photoDate: "2026-03-02T03:00:00.000Z" }),
  ];
  expect(groupByDay(photos).map(({ day }) => day)).toEqual(row.days);
});

test("the newest day is first whatever the order of the photos [PHOTO-02]", () => {
  const photos = ["2026-03-01", "2026-03-05", "2026-03-01"].map((day, index) =>
    photoOf({ id: String(index), photoDate: `${day}T12:00:00.000Z` }),
  );
  const groups = groupByDay(photos).map(({ day, photos }) => [day, photos.map(({ id }) => id)]);
  expect(groups).toEqual([
    ["2026-03-05", ["1"]],
    ["2026-03-01", ["0", "2"]],
  ]);
});

test("the number of a photo in its batch is no name of it", () => {
  const names = ["Hall (1/2)", "(4/4)", null].map((caption) =>
    describePhoto(photoOf({ caption, originalName: "wall.jpg" })),
  );
  expect(names).toEqual(["Hall (1/2)", "wall.jpg", "wall.jpg"]);
});
