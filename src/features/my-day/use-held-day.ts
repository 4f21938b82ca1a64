import { useEffect, useMemo, useRef, useState } from "react";
import { DAY_LISTS, type MyDay } from "./day-lists.ts";

/**
 * The day in an order that does not change while the pointer, a finger or the focus is in its area: a tick can give its
 * unit a later date, and the unit would move away under the next tap. New units come last until the area is left.
 */
export function useHeldDay(day: MyDay) {
  const areaRef = useRef<HTMLDivElement>(null);
  const [isHeld, setHeld] = useState(false);
  const [kept, setKept] = useState(day);
  // A removed unit keeps its place in the order, because "Undo" brings it back.
  if (!isHeld && kept !== day) setKept(day);

  useEffect(() => {
    // A row that unmounts under a finger sends no event, so the next touched element decides.
    const follow = ({ target }: Event) =>
      setHeld(target instanceof Node && areaRef.current?.contains(target) === true);
    document.addEventListener("pointerover", follow);
    document.addEventListener("focusin", follow);
    return () => {
      document.removeEventListener("pointerover", follow);
      document.removeEventListener("focusin", follow);
    };
  }, []);
  const shown = useMemo(
    () => (isHeld && kept !== day && kept.today === day.today ? inOrderOf(kept, day) : day),
    [isHeld, kept, day],
  );
  return { areaRef, shown };
}

function inOrderOf(kept: MyDay, day: MyDay): MyDay {
  const shown = { ...day };
  for (const { list } of DAY_LISTS) {
    const places = new Map(kept[list].map(({ unit }, at) => [unit.id, at]));
    const placeOf = ({ unit }: MyDay["overdue"][number]) => places.get(unit.id) ?? places.size;
    shown[list] = day[list].toSorted((a, b) => placeOf(a) - placeOf(b));
  }
  return shown;
}
