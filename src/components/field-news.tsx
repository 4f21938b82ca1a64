import { useEffect, useRef } from "react";
import { type FieldNewsProps, newsSentence } from "../lib/forms/field-news.ts";
import { typing } from "../lib/presence/typing.ts";
import { lazyPart } from "./ui/lazy-part.tsx";

const FieldQuestion = lazyPart<FieldNewsProps>(() => import("./field-question.tsx"), {
  failedClassName: "hidden",
  // The form cannot be saved before the question is answered.
  untilThen: ({ news }) =>
    news && <p className="text-xs break-words text-info-text">{newsSentence(news, "Somebody")}</p>,
});

/**
 * Stands in a Field, below its control. It shows the people who type there and, after another person has changed the
 * value that is edited here, both values to choose from. It also tells the others that this person types.
 */
export function FieldNews(props: FieldNewsProps) {
  const { record, field } = props;
  const recordId = record?.id;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const around = place.current?.closest('[data-slot="field"]');
    if (!around || recordId === undefined) return;
    const begin = () => {
      const now = typing.snapshot();
      if (now?.recordId !== recordId || now.field !== field) typing.set({ recordId, field });
    };
    const end = () => typing.snapshot() && typing.set(null);
    around.addEventListener("input", begin);
    around.addEventListener("focusout", end);
    return () => {
      around.removeEventListener("input", begin);
      around.removeEventListener("focusout", end);
      end();
    };
  }, [recordId, field]);
  return (
    <div ref={place} className="contents">
      <FieldQuestion {...props} />
    </div>
  );
}
