/** The way people tell a part of a page from others: by its role and name, by its label, or by its text. */
export type Target = (
  | { role: string; name?: string | RegExp }
  | { label: string }
  | { text: string | RegExp }
) & {
  /** The part of the page that has it. */
  in?: { role: string; name?: string | RegExp };
};

type Sent = { by: "Role" | "LabelText" | "Text"; is: string; name?: SentText };
/** A pattern has flags, a text has none. */
type SentText = { text: string; flags: string | null };

/** The text in which a browser is asked for a target. */
export function toRequest(target: Target): string {
  const { in: within } = target;
  const steps = [...(within === undefined ? [] : [sent(within)]), sent(target)];
  return JSON.stringify(steps);
}

function sent(target: Target): Sent {
  if ("label" in target) return { by: "LabelText", is: target.label };
  if ("text" in target) return { by: "Text", is: "", name: sentText(target.text) };
  const { role, name } = target;
  return { by: "Role", is: role, ...(name === undefined ? {} : { name: sentText(name) }) };
}

const sentText = (text: string | RegExp): SentText =>
  typeof text === "string" ? { text, flags: null } : { text: text.source, flags: text.flags };

/** The queries of Testing Library as its script gives them to a page. */
interface Queries {
  queryAllByRole: (scope: Element, role: string, options: object) => Element[];
  queryAllByLabelText: (scope: Element, label: string) => Element[];
  queryAllByText: (scope: Element, text: string | RegExp) => Element[];
}

/** Finds the parts of a page that are asked for. Runs in the page: its text is sent there, so that it uses nothing else. */
export function findInPage(request: string): Element[] {
  const { TestingLibraryDom: queries } = window as unknown as { TestingLibraryDom?: Queries };
  // A page that has just come has them at the next try.
  if (queries === undefined) return [];
  const toText = ({ text, flags }: SentText) => (flags === null ? text : new RegExp(text, flags));
  const findIn = (scope: Element, { by, is, name }: Sent) => {
    if (by === "LabelText") return queries.queryAllByLabelText(scope, is);
    if (by === "Text") return queries.queryAllByText(scope, name === undefined ? "" : toText(name));
    return queries.queryAllByRole(scope, is, name === undefined ? {} : { name: toText(name) });
  };
  return (JSON.parse(request) as Sent[]).reduce<Element[]>(
    (scopes, step) => [
      ...new Set(
        scopes
          .flatMap((scope) => findIn(scope, step))
          // Elements out of sight are not there for people; a file input is always hidden behind its button.
          .filter((found) => found.checkVisibility() || found.matches("input[type=file]")),
      ),
    ],
    [document.body],
  );
}
