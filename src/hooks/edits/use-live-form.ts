import { type SubmitEvent, useEffect, useRef, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import type { FieldNewsProps } from "../../lib/forms/field-news.ts";
import { isSameValue } from "../../lib/forms/field-value.ts";
import { askAboutNews } from "../../lib/forms/ask-about-news.ts";

type Form<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  "formState" | "getValues" | "reset" | "setValue"
>;

/** A form beside the live record that it edits. */
export interface LiveForm<Values extends FieldValues> {
  /** The record's values as the form last knew them; changes are computed against these. */
  base: Values;
  /** The properties for the component that shows the news of a field; `say` formats a value. */
  at: <Name extends Path<Values>>(
    name: Name,
    say?: (value: PathValue<Values, Name>) => string | null,
  ) => FieldNewsProps;
  /**
   * Wraps a submit handler. While a change by another person is undecided, it focuses that question instead of
   * submitting.
   */
  guard: (submit: (event: SubmitEvent) => unknown) => (event: SubmitEvent) => unknown;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Keeps a form in step with the live record that it edits. Untouched fields follow the record. When another person
 * changes an edited field, both values can be chosen.
 */
export function useLiveForm<Values extends FieldValues>(
  form: Form<Values>,
  { live, record }: { live: Values; record?: FieldNewsProps["record"] },
): LiveForm<Values> {
  const { dirtyFields, isSubmitting } = form.formState;
  const [{ base, undecided }, setState] = useState({ base: live, undecided: NOTHING });
  const text = JSON.stringify(live);
  const seen = useRef(live);
  const latest = useRef({ form, dirtyFields });
  useEffect(() => {
    latest.current = { form, dirtyFields };
  });

  useEffect(() => {
    // Values that are being saved come back as the record's own.
    if (isSubmitting) return;
    const now = JSON.parse(text) as Values;
    const before = seen.current;
    const changed = Object.keys(now).filter((name) => !isSameValue(before[name], now[name]));
    if (changed.length === 0) return;
    seen.current = now;
    const clashing = follow(latest.current, now);
    setState((state) => ({
      base: now,
      undecided: afterNews(state.undecided, { changed, clashing }),
    }));
  }, [text, isSubmitting]);

  const decide = (name: string) =>
    setState((state) => ({
      base: state.base,
      undecided: new Set([...state.undecided].filter((one) => one !== name)),
    }));
  return {
    base,
    at: (name, say) => ({
      record,
      field: name,
      news: undecided.has(name)
        ? {
            text: (say ?? textOf)(base[name]),
            keep: () => decide(name),
            take: () => {
              form.setValue(name, base[name], { shouldDirty: true, shouldValidate: true });
              decide(name);
            },
          }
        : null,
    }),
    guard: (submit) => (event) => (undecided.size > 0 ? askAboutNews(event) : submit(event)),
  };
}

/**
 * Puts the record's new values into a form, except into edited fields. Returns the names of the edited fields that
 * differ from the record.
 */
function follow<Values extends FieldValues>(
  { form, dirtyFields }: { form: Form<Values>; dirtyFields: object },
  now: Values,
): string[] {
  // The form changes its values in place, so they are copied first.
  const mine = structuredClone(form.getValues());
  const edited = Object.keys(dirtyFields).filter((name) => isEdited(dirtyFields, name));
  form.reset(now, {
    ...{ keepDirtyValues: true, keepErrors: true, keepTouched: true },
    ...{ keepIsSubmitted: true, keepSubmitCount: true },
  });
  for (const name of edited)
    form.setValue(name as Path<Values>, mine[name] as never, { shouldDirty: true });
  return edited.filter((name) => !isSameValue(mine[name], now[name]));
}

/** A value with several parts counts as edited when one part is. */
function isEdited(dirtyFields: object, name: string): boolean {
  const mark: unknown = (dirtyFields as Record<string, unknown>)[name];
  return typeof mark === "object" && mark !== null
    ? Object.values(mark).includes(true)
    : mark === true;
}

/**
 * The undecided fields after a change of the record: those that clash now because of it, and earlier ones that still
 * clash.
 */
function afterNews(
  names: ReadonlySet<string>,
  { changed, clashing }: { changed: readonly string[]; clashing: readonly string[] },
): ReadonlySet<string> {
  const left = [...names].filter((name) => clashing.includes(name));
  return new Set([...left, ...clashing.filter((name) => changed.includes(name))]);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
