import { type Difference, type Engine, run } from "./difference.ts";

/** Stores these texts and returns the ones that a search finds, in its order. */
async function searched(t: Engine, texts: string[], words: string): Promise<unknown> {
  await run(t, async ({ db }) => {
    for (const text of texts) await db.insert("texts", { words: text, n: 0 });
  });
  return await run(t, async ({ db }) => {
    const rows = db
      .query("texts")
      .withSearchIndex("by_words", (q) => q.search("words", words as never));
    return (await rows.collect()).map((row) => row["words"] as unknown);
  });
}

/** Differences of text search. */
export const differencesOfSearches: readonly Difference[] = [
  {
    rule: "Q12",
    host: "The last word of a search alone is the beginning of words",
    convexTest: "takes each word for a beginning",
    ask: (t) => searched(t, ["tape", "door"], "ta door"),
    answers: { host: ["door"], convexTest: ["tape", "door"] },
  },
  {
    rule: "Q12",
    host: "Words end where letters and digits end",
    convexTest: "ends them at white space",
    ask: (t) => searched(t, ["(door)"], "door!"),
    answers: { host: ["(door)"], convexTest: [] },
  },
  {
    rule: "Q13",
    host: "The best match comes first, and of equal ones the newest",
    convexTest: "gives them in the order of their making",
    ask: (t) => searched(t, ["door tap", "door two", "door door"], "door"),
    answers: {
      host: ["door door", "door two", "door tap"],
      convexTest: ["door tap", "door two", "door door"],
    },
  },
];
