import { addDays, startOfDay } from "date-fns";
import { useEffect, useState } from "react";
import { todayHere } from "./week.ts";

/** The viewer's current day. It changes at midnight on a page that stays open. */
export function useToday(): string {
  const [today, setToday] = useState(todayHere);
  useEffect(() => {
    const look = () => setToday(todayHere());
    const untilMidnight = startOfDay(addDays(new Date(), 1)).getTime() - Date.now();
    const timer = setTimeout(look, untilMidnight + 500);
    // A computer may wake from sleep on another day.
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [today]);
  return today;
}
