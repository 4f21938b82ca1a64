import { addDays, startOfDay } from "date-fns";
import { useEffect, useState } from "react";
import { todayHere } from "./week.ts";

/** The viewer's day, live: a page that stays open past midnight moves on. */
export function useToday(): string {
  const [today, setToday] = useState(todayHere);
  useEffect(() => {
    const look = () => setToday(todayHere());
    const untilMidnight = startOfDay(addDays(new Date(), 1)).getTime() - Date.now();
    const timer = setTimeout(look, untilMidnight + 500);
    // A machine that slept may wake up on another day.
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [today]);
  return today;
}
