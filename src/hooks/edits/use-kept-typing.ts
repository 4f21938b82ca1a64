import { useEffect, useRef, useState } from "react";
import { errorCode, errorSentence } from "../../lib/errors.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import type { Shape } from "../../lib/shape.ts";
import { toastStore } from "../../lib/toast-store.ts";
import { drafts, formDrafts, formKey } from "../../lib/typed/drafts.ts";
import { useStore } from "../use-store.ts";
import { useStillOpen } from "./use-still-open.ts";

/** The typed values of a form, kept until the server has them. */
export interface KeptTyping {
  /** The values that an earlier opening of the form has left, to be brought back or discarded; null where none has. */
  offer: { count: number; bringBack: () => void; discard: () => void } | null;
  /** The key of what the form creates: the one of an earlier opening for what that has typed, which the server may have already. */
  requestKey: string;
  /** The opening in which what is typed began. */
  origin: string;
  /** Forgets what is typed: somebody does not want it. */
  forget: () => void;
  /** The server has it, or the outbox; `done` closes the form, where it is still open. */
  saved: (done: () => void) => void;
  /** The server has refused it; `tell` says so in the form, where it is still open. */
  refused: (error: unknown, tell: () => void) => void;
}

interface Typing<Typed> {
  /** The typed values; null while they are the saved ones. */
  typed: Typed | null;
  /** The shape of the values: what another version of the app has kept may have another one. */
  shape: Shape<Typed>;
  bringBack: (typed: Typed) => void;
  /** The opening that goes on here, where its form was closed meanwhile. */
  opening?: string | undefined;
  /** True for what no device keeps: it outlives its form, and not the page. */
  onlyInPage?: boolean | undefined;
}

/**
 * Keeps what is typed in a form until it is saved or cancelled: a reload, a crash, a form that is closed by accident, or a refusal
 * after it is closed lose nothing. The form begins empty all the same, and offers what it had. Each opening keeps its own values, so
 * that none takes the place of another's.
 */
export function useKeptTyping<Typed extends object>(
  place: string,
  { typed, shape, bringBack, opening, onlyInPage = false }: Typing<Typed>,
): KeptTyping {
  const [own] = useState(() => opening ?? newRequestKey());
  const [brought, setBrought] = useState<{ key: string; text: string } | null>(null);
  const text = typed === null ? undefined : JSON.stringify(typed);
  const isAsBrought = brought !== null && JSON.stringify(shape(typed)) === brought.text;
  const requestKey = isAsBrought ? brought.key : own;
  const mine = [own, ...(brought ? [brought.key] : [])];
  const keyOf = (opening: string) => formKey(place, { opening, onlyInPage });
  const isEarlier = (each: { opening: string; text: string }) =>
    !mine.includes(each.opening) && read(each.text, shape) !== undefined;
  const earlier = formDrafts(
    useStore(drafts, (all) => all),
    place,
  ).filter(isEarlier);
  const latest = earlier.at(-1);
  const isOpen = useStillOpen();

  const key = keyOf(requestKey);
  const before = useRef<string>(undefined);
  const other = brought && keyOf(isAsBrought ? own : brought.key);
  useEffect(() => {
    const isChanged = before.current !== text;
    before.current = text;
    if (isChanged && text !== undefined) drafts.set(key, text);
    if (isChanged && text === undefined) drafts.clear(key);
    if (other !== null) drafts.clear(other);
  }, [key, other, text]);

  const forget = () => {
    for (const each of mine) drafts.clear(keyOf(each));
  };
  return {
    offer:
      latest === undefined
        ? null
        : {
            count: earlier.length,
            bringBack: () => {
              const values = read(latest.text, shape);
              if (values === undefined) return;
              setBrought({ key: latest.opening, text: JSON.stringify(values) });
              bringBack(values);
            },
            discard: () => drafts.clear(latest.key),
          },
    requestKey,
    origin: brought?.key ?? own,
    forget,
    saved: (done) => {
      if (drafts.get(key) === text) drafts.clear(key);
      if (isOpen()) done();
    },
    refused: (error, tell) => {
      if (isOpen() || errorCode(error) === "unauthenticated") tell();
      else tellKept(error);
    },
  };
}

/** The values of a kept text; undefined where they cannot be read. */
function read<Typed>(text: string, shape: Shape<Typed>): Typed | undefined {
  try {
    return shape(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function tellKept(error: unknown): void {
  const description = `${errorSentence(error)} What you entered is kept: open the form again to bring it back.`;
  toastStore.show({ title: "Not saved", description, variant: "destructive" });
}
