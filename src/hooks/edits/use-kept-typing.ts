import { useEffect, useState } from "react";
import { errorCode, errorSentence } from "../../lib/errors.ts";
import { toastStore } from "../../lib/toast-store.ts";
import { drafts, formKey } from "../../lib/typed/drafts.ts";
import { useDraft } from "./use-draft.ts";
import { useStillOpen } from "./use-still-open.ts";

/** The typed values of a form, kept until the server has them. */
export interface KeptTyping {
  /** The values that an earlier opening of the form has left, to be brought back or discarded; null where it has left none. */
  offer: { bringBack: () => void; discard: () => void } | null;
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
  bringBack: (typed: Typed) => void;
}

/**
 * Keeps what is typed in a form until it is saved or cancelled: a reload, a crash, a form that is closed by accident, or a refusal
 * after it is closed lose nothing. The form begins empty all the same, and offers what it had.
 */
export function useKeptTyping<Typed extends object>(
  place: string,
  { typed, bringBack }: Typing<Typed>,
): KeptTyping {
  const key = formKey(place);
  const text = typed === null ? undefined : JSON.stringify(typed);
  const kept = useDraft(key);
  const [written, setWritten] = useState<string>();
  const [earlier, setEarlier] = useState<string>();
  const isOpen = useStillOpen();
  const isForeign = kept !== undefined && kept !== text && kept !== written;
  if (isForeign && kept !== earlier) setEarlier(kept);

  useEffect(() => {
    if (text === written) return;
    const next = text ?? earlier;
    if (next === undefined) drafts.clear(key);
    else drafts.set(key, next);
    setWritten(text);
  }, [key, text, written, earlier]);

  const forget = () => {
    setEarlier(undefined);
    drafts.clear(key);
  };
  return {
    offer:
      earlier === undefined || earlier === text
        ? null
        : {
            bringBack: () => {
              setEarlier(undefined);
              bringBack(JSON.parse(earlier) as Typed);
            },
            discard: () => {
              setEarlier(undefined);
              if (text === undefined) drafts.clear(key);
            },
          },
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

function tellKept(error: unknown): void {
  const description = `${errorSentence(error)} What you typed is kept: open the form again to bring it back.`;
  toastStore.show({ title: "Not saved", description, variant: "destructive" });
}
