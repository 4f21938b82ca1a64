import { type Changer, useChanger } from "../hooks/people/use-changer.ts";
import { useTypers } from "../hooks/people/use-typers.ts";
import { type FieldNewsProps, newsSentence } from "../lib/forms/field-news.ts";
import { Button } from "./ui/button.tsx";

/** The people who type in a field, and the choice between two values of it. Its text is announced. */
export default function FieldQuestion({ record, field, news }: FieldNewsProps) {
  const typers = useTypers(record?.id, field);
  const changer = useChanger(record, {
    field,
    isNews: news !== null,
    text: news?.text ?? null,
  });
  const sentence = news === null ? typingSentence(typers) : newsSentence(news, nameOf(changer));
  return (
    <div
      data-slot="field-question"
      className={
        news === null
          ? "contents"
          : "grid gap-2 rounded-md border border-line bg-info-soft p-2 text-info-text"
      }
    >
      <p
        aria-live="polite"
        className={sentence === "" ? "sr-only" : "text-xs break-words whitespace-pre-line"}
      >
        {sentence}
      </p>
      {news !== null && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={news.keep}>
            Keep yours
          </Button>
          <Button size="sm" variant="secondary" onClick={news.take}>
            Take {changer === null || changer.isMe ? "the new value" : `${firstName(changer)}’s`}
          </Button>
        </div>
      )}
    </div>
  );
}

function typingSentence(names: readonly string[]): string {
  if (names.length === 0) return "";
  return names.length === 1
    ? `${names[0] ?? ""} is typing here`
    : `${names.join(", ")} are typing here`;
}

function nameOf(changer: Changer | null): string {
  return changer === null ? "Somebody" : changer.isMe ? "You" : changer.name;
}

function firstName({ name }: Changer): string {
  return name.split(" ")[0] ?? name;
}
