import { NotebookPen, SquareCheck } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { findIn, SearchIndex } from "../../../convex/rules/search/searchIndex.ts";
import { useConnection } from "../../hooks/reads/use-connection.ts";
import { useLast } from "../../hooks/use-last.ts";
import { useLiveStatus } from "../../hooks/reads/use-live-query.ts";
import type { Choice } from "./choice.ts";

/** The pause in typing, in ms, after which the server is asked. */
const CALM_MS = 150;
/** The shortest searched text; a single letter matches too many words. */
const MIN_LETTERS = 2;
/** The most results of both kinds together. */
const SHOWN = 12;

type TextHit = (typeof api.search.text)["_returnType"][number];

/** The results of the server's search in texts that devices do not hold. */
export interface TextSearch {
  choices: readonly Choice[];
  state: "idle" | "searching" | "failed" | "found";
}

/**
 * The tasks and notes that match a text, live, once the typing pauses. Until then, the earlier results that still
 * match.
 */
export function useTextChoices(text: string, isOn: boolean): TextSearch {
  const sought = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");
  const isLive = useConnection().state === "live";
  const isAsked = isOn && isLive && sought.length >= MIN_LETTERS;
  const settled = useSettled(sought);
  const q = isAsked && settled === sought ? sought : null;
  const { answer, error } = useLiveStatus(
    api.search.text,
    q === null ? "skip" : { q, limit: SHOWN },
  );
  const found = useMemo(() => (answer === undefined ? undefined : answer.map(choiceOf)), [answer]);
  const last = useLast(found);
  const choices = useMemo(() => {
    if (!isAsked || error !== undefined) return NONE;
    return found ?? stillFitting(last ?? NONE, sought);
  }, [isAsked, error, found, last, sought]);
  if (!isAsked) return { choices, state: "idle" };
  if (error !== undefined) return { choices, state: "failed" };
  return { choices, state: found === undefined ? "searching" : "found" };
}

const NONE: readonly Choice[] = [];

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), CALM_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function stillFitting(last: readonly Choice[], text: string): readonly Choice[] {
  const fitting = findIn([new SearchIndex(last)], { text, limit: SHOWN });
  const ids = new Set(fitting.map(({ thing }) => thing.id));
  return last.filter(({ id }) => ids.has(id));
}

function choiceOf({ type, id, name, detail, path }: TextHit): Choice {
  return {
    ...{ id: `${type} ${id}`, name, detail, also: detail, leadsTo: path },
    ...(type === "task"
      ? { group: "Tasks", icon: SquareCheck }
      : { group: "Notes", icon: NotebookPen }),
  };
}
