import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LineMember } from "../../support/line-member.ts";
import type { Asked } from "../../support/asked-queries.ts";
import type { Told, Who } from "../../support/live-crowd.ts";
import { bundleTexts, closeLater, type LiveHost, startTestHost } from "../../support/live-host.ts";
import { pickSome, seeded } from "../../support/seeded.ts";
import { type Shown, shownChange } from "../../support/shown-answers.ts";
import { question } from "../../functions/live/hostile-questions.ts";

type Role = { isStaff: boolean; seesPrices: boolean };
type Result = { status: string; value?: unknown; errorMessage?: string; errorData?: unknown };

const lines = 200;
const people = Array.from({ length: 40 }, (_, nth) => `person ${nth}`);
const random = seeded(1);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
const pickRole = (): Role => ({ isStaff: random() < 0.7, seesPrices: random() < 0.5 });
const metadata = { requestId: "test", ip: null, userAgent: null };

/** Questions without a journal: the answer of a page would depend on the pages that its client has seen. */
const questions: Asked[] = fc
  .sample(question, { numRuns: 500, seed: 1 })
  .filter(({ args }) => !args.includes("paginationOpts"))
  .map((asked) => ({ ...asked, journal: null }));

/** Starts a host with the functions of the staff board, gates and bodies included, that the in-process tests use. */
async function startBoard(): Promise<LiveHost> {
  const tests = JSON.stringify(join(import.meta.dirname, "../.."));
  const names = ["list", "count", "prices", "pages", "mine", "sometimes", "open", "same", "hidden"];
  const exported = [...names, "write", "setRole"].map(
    (name) => `export const ${name} = board.${name};`,
  );
  const from = (file: string) => `${tests.slice(0, -1)}/${file}"`;
  const appBundle = await bundleTexts({
    "board.ts": `import { board } from ${from("support/staff-board.ts")};\n${exported.join("\n")}`,
    "schema.ts": `export { schema as default } from ${from("support/staff-board.ts")};`,
    "tokens.ts": `export { sign } from ${from("fixtures/convex-app/tokens.ts")};`,
    "auth.config.ts": `export { default } from ${from("fixtures/convex-app/auth.config.ts")};`,
  });
  // All clients share one address, and none is signed in at first.
  const limits = { unsignedClientsPerAddress: 1_000 };
  return await startTestHost({ limits, host: { appBundle, isDevelopment: true } });
}

/** 200 clients over real sockets, with all answers that they received. */
class Crowd {
  readonly #host: LiveHost;
  readonly members: LineMember[] = [];
  readonly #tokens = new Map<string, string>();
  readonly #told: Told[] = [];
  readonly #roles: { since: bigint; name: Who; role: Role }[] = [];

  constructor(host: LiveHost) {
    this.#host = host;
  }

  async open(): Promise<void> {
    for (const name of people) {
      this.#tokens.set(
        name,
        JSON.parse(await this.#run("action", "tokens:sign", { subject: name })),
      );
      await this.setRole(name);
    }
    for (let nth = 0; nth < lines; nth += 1)
      this.members.push(
        new LineMember(pick([...people, null]), [pick(questions), pick(questions)], {
          url: this.#host.url,
          mayCompress: nth % 3 > 0,
          tokenOf: (name) => this.#tokens.get(name)!,
          onShown: (told) => this.#told.push(told),
        }),
      );
    closeLater(() => Promise.resolve(this.members.forEach((member) => member.end())));
    await Promise.all(this.members.map((member) => member.connect()));
  }

  async write(text: string): Promise<void> {
    await this.#run("mutation", "board:write", { list: pick(["a", "b"]), text });
  }

  async setRole(name = pick(people), role = pickRole()): Promise<void> {
    const call = { path: "board:setRole", args: JSON.stringify({ name, ...role }), identity: null };
    const called = { ...call, caller: "internal" as const, metadata };
    const question = { function: called, client: null, request: null };
    const outcome = await this.#host.thread.ask("mutation", question);
    if (!outcome.ok) throw new Error(outcome.message);
    this.#roles.push({ since: outcome.ts!, name, role });
  }

  /** Returns the messages with data that their reader was not allowed to see at the time of the message. */
  leaks(): Told[] {
    return this.#told.filter(({ who, shown, ts }) => {
      const text = JSON.stringify(shown.value ?? null);
      const had = this.#roles.filter(({ name, since }) => name === who && since <= ts);
      const { isStaff, seesPrices } = had.at(-1)?.role ?? { isStaff: false, seesPrices: false };
      return (text.includes("secret") && !isStaff) || (text.includes("price 100") && !seesPrices);
    });
  }

  /**
   * Returns the connections that the host closed, and everybody whose last live answer differs from a call of their own
   * over HTTP.
   */
  async wrongs(): Promise<object[]> {
    const wrong: object[] = this.members.filter(({ ended }) => ended !== null);
    for (const who of [...people, null]) {
      const members = this.members.filter((member) => member.who === who);
      const asked = members.flatMap((member) => [...member.asked.values()]);
      const fresh = await this.#fresh(who, asked);
      const shown = members.flatMap((member) =>
        [...member.asked.keys()].map((id) => member.shown.get(id)),
      );
      asked.forEach((one, at) => {
        if (JSON.stringify(shown[at]) !== JSON.stringify(fresh[at]))
          wrong.push({ who, asked: one, shown: shown[at], fresh: fresh[at] });
      });
    }
    return wrong.slice(0, 3);
  }

  async #fresh(who: Who, asked: readonly Asked[]): Promise<Shown[]> {
    const queries = asked.map(
      ({ path, args }) => `{"path":${JSON.stringify(path)},"args":${args}}`,
    );
    const token = who === null ? undefined : this.#tokens.get(who);
    const response = await fetch(`${this.#host.url}/api/query_batch`, {
      method: "POST",
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      body: `{"queries":[${queries.join(",")}]}`,
    });
    const { results } = (await response.json()) as { results: Result[] };
    return results.map(({ status, ...rest }) =>
      shownChange({ type: status === "success" ? "QueryUpdated" : "QueryFailed", ...rest }),
    );
  }

  async #run(kind: "action" | "mutation", path: string, args: object): Promise<string> {
    const call = { path, args: JSON.stringify(args), identity: null, metadata };
    const called = { ...call, caller: "internal" as const };
    const { thread } = this.#host;
    const outcome =
      kind === "action"
        ? await thread.ask("action", { function: called, client: null })
        : await thread.ask("mutation", { function: called, client: null, request: null });
    if (!outcome.ok) throw new Error(outcome.message);
    return outcome.value;
  }
}

test("at 200 sockets everybody's last answer is that of a call of their own, while roles change, lines break and some read nothing [L13] [L15] [S13]", async () => {
  const host = await startBoard();
  const crowd = new Crowd(host);
  for (let nth = 0; nth < 60; nth += 1) await crowd.write(`${"text ".repeat(30)}${nth}`);
  await crowd.open();
  const slow = crowd.members.slice(0, 20);
  for (const member of slow) member.pause();
  const lively = crowd.members.slice(20);

  for (let round = 0; round < 8; round += 1) {
    for (let nth = 0; nth < 10; nth += 1) pick(lively).become(pick([...people, null]));
    for (let nth = 0; nth < 10; nth += 1) pick(lively).ask(pick(questions));
    for (let nth = 0; nth < 5; nth += 1) pick(lively).leave();
    const doings: Promise<unknown>[] = [
      ...Array.from({ length: 6 }, () => crowd.setRole()),
      ...Array.from({ length: 2 }, () => crowd.write(`round ${round}`)),
      ...pickSome(lively, 5, random).map((member) => member.reconnect()),
    ];
    // A new function thread takes over the subscriptions and continues.
    if (round === 4) doings.push(host.thread.replace({}));
    await Promise.all(doings);
  }
  for (const member of slow) member.readOn();

  await expect.poll(() => crowd.wrongs(), { timeout: 30_000 }).toEqual([]);
  expect(crowd.leaks()).toEqual([]);
});
