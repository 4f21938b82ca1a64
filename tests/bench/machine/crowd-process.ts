import { Samples } from "../measure.ts";
import { Page } from "./page.ts";
import type { CrowdFigures, CrowdSize, CrowdWork, FromCrowd, ToCrowd } from "./crowd.ts";

const pages: Page[] = [];
/** The number of people who open their page at the same time, as at the beginning of a working day. */
const opening = 8;
let figures = newFigures();

process.on("message", (asked: ToCrowd) => {
  void (async () => {
    const answer: FromCrowd = "people" in asked ? await grow(asked) : await work(asked);
    process.send?.(answer);
  })();
});

async function grow({ url, people, company }: CrowdSize): Promise<null> {
  const first = pages.length;
  const numbers = Array.from({ length: people - first }, (_, at) => first + at);
  await Promise.all(
    Array.from({ length: opening }, async () => {
      for (let person = numbers.shift(); person !== undefined; person = numbers.shift()) {
        const page = new Page({ url, person, company, samples: () => figures });
        await page.open();
        pages.push(page);
      }
    }),
  );
  return null;
}

async function work({ tempo, milliseconds }: CrowdWork): Promise<CrowdFigures> {
  for (const page of pages) page.workAt(tempo);
  figures = newFigures();
  const cpuBefore = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  const { acts, opened, failures } = figures;
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    acts: acts.count,
    actP99: acts.count === 0 ? null : acts.p99,
    openedP50: opened.count === 0 ? null : opened.p50,
    openedP99: opened.count === 0 ? null : opened.p99,
    cpuShare: (user + system) / 1000 / milliseconds,
    failures,
  };
}

function newFigures() {
  return { acts: new Samples(), opened: new Samples(), failures: [] as string[] };
}
