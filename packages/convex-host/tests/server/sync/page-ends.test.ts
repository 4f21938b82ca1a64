import { expect, test } from "vitest";
import { openProxy } from "../../support/cuttable-proxy.ts";
import { app } from "../../support/fixture-api.ts";
import { connect, startTestHost } from "../../support/live-host.ts";
import { watch } from "../../support/watch.ts";

type Page = { page: { text: string }[] };

const closes = [
  { what: "its gate", list: "guests", isClosing: false },
  { what: "the query itself", list: "closed", isClosing: true },
];

test.each(closes)(
  "a page that could not be shown because of $what keeps its end, over a lost connection too [L7] [L11]",
  async ({ list, isClosing }) => {
    const host = await startTestHost({ host: { isDevelopment: true } });
    const line = await openProxy(host.port);
    const near = connect(host.url);
    const far = connect(line.url);
    const token = await near.action(app.sign, { subject: "ann" });
    far.setAuth(() => Promise.resolve(token));
    const open = () =>
      isClosing
        ? near.mutation(app.clear, { list })
        : near.mutation(app.add, { list, text: "ann" });
    const close = () =>
      isClosing
        ? near.mutation(app.add, { list, text: "today" })
        : near.mutation(app.clear, { list });
    await near.mutation(app.add, { list: "guests", text: "ann" });
    for (const rank of [10, 20, 30])
      await near.mutation(app.add, { list: "p", text: String(rank), rank });
    const paginationOpts = { numItems: 2, cursor: null, id: 1 };
    const page = watch<Page>(far, app.guestPage, { list: "p", paginationOpts });
    await page.next();

    await close();
    await expect(page.next()).rejects.toThrow(/Not a guest|Closed/);
    line.cut();
    await near.mutation(app.add, { list: "p", text: "15", rank: 15 });
    await open();

    const shown = await untilShown(page);
    expect(shown.page.map(({ text }) => text)).toEqual(["10", "15", "20"]);
  },
);

/** Resolves with the next page, and skips failures before it. */
async function untilShown(page: ReturnType<typeof watch<Page>>): Promise<Page> {
  for (;;) {
    const shown = await page.next().catch(() => null);
    if (shown !== null) return shown;
  }
}
