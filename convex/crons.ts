import { cronJobs } from "convex/server";
import { internal } from "./_generated/api.js";

const crons = cronJobs();

// Every time zone begins its days on a quarter of an hour, so this meets midnight in all of them.
crons.cron("advance the company day", "*/15 * * * *", internal.jobs.today.advance, {});
crons.interval("remove what has expired", { minutes: 15 }, internal.jobs.cleanup.run, {});
// With its own looks after ten seconds the job runs six times a minute while people work, and once while nobody does.
crons.interval("settle the counts", { minutes: 1 }, internal.jobs.counts.settle, { looks: 6 });
// It begins at once too. What it has not come to yet is read beside what it has: no answer waits for it.
crons.interval("keep up with the day", { minutes: 15 }, internal.jobs.turns.keepUp, {});
// An interval begins at once: after an update the figures are whole again within seconds.
crons.interval("complete the figures", { hours: 24 }, internal.jobs.analytics.backfill, {});
// A step that a crash or a full disk broke off is noticed by the next run.
crons.interval("clean earlier photos", { minutes: 15 }, internal.jobs.photos.clean, {});
crons.interval("end upload addresses", { minutes: 15 }, internal.jobs.uploads.expire, {});
crons.interval("empty the trash", { hours: 1 }, internal.jobs.trash.removeExpired, {});
crons.daily(
  "delete abandoned uploads",
  { hourUTC: 8, minuteUTC: 20 },
  internal.jobs.uploads.sweep,
  {},
);

export default crons;
