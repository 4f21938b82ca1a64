import { useRouter } from "@tanstack/react-router";
import { Camera, Search } from "lucide-react";
import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { paletteField, paletteLine } from "../../components/ui/control-classes.ts";
import { useActiveOption } from "../../hooks/use-active-option.ts";
import { useViewer } from "../../hooks/people/use-viewer.ts";
import { recents } from "../../lib/device/recents.ts";
import { typedAhead } from "../../lib/typed-ahead.ts";
import { type Choice, isText } from "./choice.ts";
import { PaletteFoot } from "./palette-foot.tsx";
import { PaletteList } from "./palette-list.tsx";
import { useActionChoices } from "./use-action-choices.ts";
import { usePageChoices, useRecordChoices, useViewChoices } from "./use-other-choices.ts";
import { usePaletteHits } from "./use-palette-hits.ts";
import { useTextChoices } from "./use-text-choices.ts";
import { useUnitChoices } from "./use-unit-choices.ts";

interface Project {
  id: string;
  name: string;
}

export interface PaletteProps {
  projects: readonly Project[];
  project: Project | null;
  onClose: () => void;
  onSignOut: () => void;
}

/** A search field that leads to every unit, project, person, page and action. */
export default function Palette({ projects, project, onClose, onSignOut }: PaletteProps) {
  const listId = useId();
  const { id: person } = useViewer();
  // The stand-in field may have had the focus, and its typed text is taken over.
  const [text, setText] = useState(typedAhead.text);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) field.current?.focus();
  }, []);
  const [asksUnit, setAsksUnit] = useState(false);
  // The recent entries keep their places while the palette is open.
  const [recent] = useState(() => recents.of(person));
  const takePhotos = useCallback(() => setAsksUnit(true), []);
  const units = useUnitChoices(projects);
  const others = useOthers({ projects, project, onSignOut, onTakePhotos: takePhotos });
  const texts = useTextChoices(text, !asksUnit);
  const groups = usePaletteHits(text, {
    ...{ units, others: asksUnit ? NONE : others, recent, texts: texts.choices },
  });
  const choices = groups.flatMap((each) => each.choices);
  const take = useTake({ asksUnit, onClose });

  const { active, setActive, optionId, fieldProps } = useActiveOption({
    ...{ listId, count: choices.length },
    isComplete: units.length === projects.length && texts.state !== "searching",
    scrollTo: (index) =>
      document.getElementById(optionId(index))?.scrollIntoView({ block: "nearest" }),
    onTake: (index) => takeChoice(choices[index]),
  });
  const search = (next: string) => {
    setText(next);
    setActive(0);
  };
  const takeChoice = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    // A task or a note counts as a visit of its unit, which opens.
    if (!isText(choice)) recents.note(person, choice.id);
    search("");
    take(choice);
  };

  return (
    <>
      <div className={paletteLine}>
        {asksUnit ? (
          <Camera aria-hidden className="size-4 shrink-0 text-ink-muted" />
        ) : (
          <Search aria-hidden className="size-4 shrink-0 text-ink-muted" />
        )}
        <input
          ref={field}
          {...fieldProps}
          type="text"
          aria-label={asksUnit ? "Which unit are the photos of?" : "Search"}
          placeholder={
            asksUnit ? "Which unit are the photos of?" : "Search units, tasks, notes, people…"
          }
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={text}
          onChange={({ target }) => search(target.value)}
          className={paletteField}
        />
      </div>
      <PaletteList
        {...{ listId, groups, text, active, optionId }}
        onPoint={setActive}
        onTake={takeChoice}
      />
      <PaletteFoot
        {...{ text, asksUnit }}
        count={choices.length}
        hasUnits={units.length === projects.length}
        texts={texts.state}
      />
    </>
  );
}

const NONE: readonly Choice[] = [];

function useOthers(
  sources: Parameters<typeof useActionChoices>[0] & Pick<PaletteProps, "projects">,
) {
  const records = useRecordChoices(sources.projects);
  const pages = usePageChoices(sources.project);
  const views = useViewChoices(sources.projects);
  const actions = useActionChoices(sources);
  return useMemo(
    () => [...records, ...views, ...pages, ...actions],
    [records, views, pages, actions],
  );
}

/** Follows a choice. When a unit was asked for, it opens that unit's camera. */
function useTake({ asksUnit, onClose }: { asksUnit: boolean; onClose: () => void }) {
  const router = useRouter();
  return ({ leadsTo }: Choice) => {
    if (typeof leadsTo === "function") {
      leadsTo();
      return;
    }
    onClose();
    const href = asksUnit ? leadsTo.replace("?unit=", "/").concat("/camera") : leadsTo;
    void router.navigate({ href });
  };
}
