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
  /**
   * The values that an earlier opening of the form has left, with functions that restore or discard them; null without
   * any.
   */
  offer: { count: number; bringBack: () => void; discard: () => void } | null;
  /** True while the form holds typed values that the device may keep. */
  isTyped: boolean;
  /**
   * The idempotency key for what the form creates. Restored values that are unchanged use the key of their earlier
   * opening, because the server may already have that record.
   */
  requestKey: string;
  /** The key of the opening in which the typed values began. */
  origin: string;
  /** Discards the typed values on the user's request. */
  forget: () => void;
  /** Reports that the server or the outbox has the values; `done` closes the form if it is still open. */
  saved: (done: () => void) => void;
  /** Reports that the server has refused the values; `tell` shows that in the form if it is still open. */
  refused: (error: unknown, tell: () => void) => void;
}

interface Typing<Typed> {
  /** The typed values; null while they are the saved ones. */
  typed: Typed | null;
  /** The shape of the values, because another version of the app may have kept other ones. */
  shape: Shape<Typed>;
  bringBack: (typed: Typed) => void;
  /** The key of an earlier opening that continues here. */
  opening?: string | undefined;
  /** True for values that no device may keep: they outlive the form, but not the page. */
  onlyInPage?: boolean | undefined;
}

/**
 * Keeps the values typed in a form until they are saved or cancelled. A reload, a crash, a form that is closed by
 * accident, and a refusal after closing lose nothing. The form still begins empty, and offers the earlier values. Each
 * opening keeps its own values, so that none replaces another's.
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
    isTyped: text !== undefined && !onlyInPage,
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

/** The values in a kept text; undefined when it cannot be read. */
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
