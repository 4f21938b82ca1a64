import { expect, test, vi } from "vitest";
import { setupSignIn } from "../../support/sign-in.ts";
import { claimsOf } from "../../support/stub-provider.ts";

const sessionCookie = "__Host-turnboard_session";

test("of one return that comes three times at once, one signs in and two go to the landing page [AUTH-14]", async () => {
  const { t, provider, newBrowser, siteUrl } = await setupSignIn();
  const browser = newBrowser();
  const login = await browser.request(`${siteUrl}/api/login`);
  const returned = provider.authorize(
    login.headers.get("Location") ?? "",
    claimsOf("ann@homes.test"),
  );
  const Cookie = browser.cookieHeader(returned);
  // The provider's answer is slower than those to the two others.
  let release = () => {};
  const others = new Promise<void>((resolve) => (release = resolve));
  vi.stubGlobal("fetch", async (...asked: Parameters<typeof fetch>) => {
    const answer = await provider.answer(...asked);
    if (new Request(...asked).url.endsWith("/token") && answer.ok) await others;
    return answer;
  });
  let answered = 0;
  const comeBack = async () => {
    const answer = await t.fetch(returned.slice(siteUrl.length), { headers: { Cookie } });
    answered += 1;
    if (answered === 2) release();
    const hasSession = answer.headers.getSetCookie().some((set) => set.startsWith(sessionCookie));
    return { location: answer.headers.get("Location"), hasSession };
  };

  const answers = await Promise.all([comeBack(), comeBack(), comeBack()]);

  const failed = { location: `${siteUrl}/?signin=failed`, hasSession: false };
  expect(answers.toSorted((a, b) => Number(a.hasSession) - Number(b.hasSession))).toEqual([
    ...[failed, failed],
    { location: `${siteUrl}/`, hasSession: true },
  ]);
});
