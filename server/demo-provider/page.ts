import { createHash } from "node:crypto";
import { type DemoPerson, fullName } from "./people.ts";
import { escapeXml } from "./picture.ts";

const style = `
  :root { color-scheme: light dark; --line: #d9dbe0; --text: #1b1d22; --quiet: #5c606b; --page: #f6f7f9; --card: #fff;
    --accent: #3f51c9; }
  @media (prefers-color-scheme: dark) { :root { --line: #34373f; --text: #eceef2; --quiet: #a6abb8; --page: #121317;
    --card: #1b1d22; --accent: #9aa7ff; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--page);
    color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
  main { width: 100%; max-width: 420px; padding: 28px; background: var(--card); border: 1px solid var(--line);
    border-radius: 12px; }
  h1 { margin: 0 0 4px; font-size: 20px; line-height: 1.3; }
  p { margin: 0 0 20px; color: var(--quiet); }
  ul { list-style: none; margin: 0 0 24px; padding: 0; display: grid; gap: 8px; }
  button, input { font: inherit; color: inherit; border: 1px solid var(--line); border-radius: 8px; background: none;
    min-height: 44px; }
  .person { display: flex; align-items: center; gap: 12px; width: 100%; padding: 8px 12px; text-align: left;
    cursor: pointer; }
  .person:hover, .other button:hover { border-color: var(--accent); }
  .person img { border-radius: 50%; flex: none; }
  .person span { display: grid; min-width: 0; overflow-wrap: anywhere; }
  .person small { color: var(--quiet); font-size: 13px; }
  label { display: block; margin-bottom: 6px; font-size: 13px; color: var(--quiet); }
  .other div { display: flex; gap: 8px; }
  .other input { flex: 1; min-width: 0; padding: 0 12px; }
  .other button { padding: 0 16px; cursor: pointer; }
  a { color: var(--accent); }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

/** The content policy of the demo provider's pages: their own style and pictures, and nothing else from anywhere. */
export function contentSecurityPolicy(siteUrl: string): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self'",
    // The answer to the form leads on to the workspace, which browsers count as part of submitting it.
    `form-action 'self' ${siteUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The page that asks who is signing in: one button a person, and a field for any other address. */
export function peoplePage(people: readonly DemoPerson[], pictureUrl: (email: string) => string) {
  const buttons = people.map((person) => personButton(person, pictureUrl(person.email)));
  return page(
    "Who is signing in?",
    `<p>This is the demo sign-in of a workspace on your own machine. Nobody is asked for a password.</p>
    <form method="post"><ul>${buttons.join("")}</ul></form>
    <form method="post" class="other">
      <label for="other">Another email address</label>
      <div><input id="other" name="person" type="email" maxlength="254" autocomplete="off" required>
      <button>Sign in</button></div>
    </form>`,
  );
}

/** The page for a sign-in that cannot go on. */
export function problemPage(message: string, startAgain: string): string {
  return page(
    "This sign-in cannot go on",
    `<p>${escapeXml(message)}</p><a href="${escapeXml(startAgain)}">Start again</a>`,
  );
}

function personButton(person: DemoPerson, picture: string): string {
  return `<li><button class="person" name="person" value="${escapeXml(person.email)}">
    <img src="${escapeXml(picture)}" alt="" width="36" height="36">
    <span>${escapeXml(fullName(person))}<small>${escapeXml(person.email)}</small>
    <small>${escapeXml(person.note)}</small></span></button></li>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeXml(title)} - demo sign-in</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <style>${style}</style>
  </head>
  <body><main><h1>${escapeXml(title)}</h1>${body}</main></body>
</html>`;
}
