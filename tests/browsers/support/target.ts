/** A description of an element as people see it: by its role and name, by its label, or by its text. */
export type Target = (
  | { role: string; name?: string | RegExp }
  | { label: string }
  | { text: string | RegExp }
) & {
  /** The element that contains it. */
  in?: { role: string; name?: string | RegExp };
};

type Sent = { by: "Role" | "LabelText" | "Text"; is: string; name?: SentText };
/** A pattern has flags; a plain text has none (null). */
type SentText = { text: string; flags: string | null };

/** Returns the JSON in which a page is asked for a target. */
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

/** The queries of Testing Library that its script defines in a page. */
interface Queries {
  queryAllByRole: (scope: Element, role: string, options: object) => Element[];
  queryAllByLabelText: (scope: Element, label: string) => Element[];
  queryAllByText: (scope: Element, text: string | RegExp) => Element[];
}

/**
 * Finds the elements of a request. The function's source is sent to the page, so it must not refer to anything outside.
 */
export function findInPage(request: string): Element[] {
  const { TestingLibraryDom: queries } = window as unknown as { TestingLibraryDom?: Queries };
  // A page that has just loaded has the queries at the next attempt.
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
          // People do not see hidden elements. A file input is an exception, because it is always hidden behind its
          // button.
          .filter((found) => found.checkVisibility() || found.matches("input[type=file]")),
      ),
    ],
    [document.body],
  );
}
