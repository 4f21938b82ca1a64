import { cronJobs } from "convex/server";
import { internal } from "./_generated/api.js";

const crons = cronJobs();

// Every time zone begins its days on a quarter of an hour, so this meets midnight in all of them.
crons.cron("advance the company day", "*/15 * * * *", internal.jobs.today.advance, {});
crons.interval("remove what has expired", { minutes: 15 }, internal.jobs.cleanup.run, {});
// A run that leaves changes waiting schedules the next one after ten seconds. The job therefore runs up to six times a
// minute while people work, and once a minute while the workspace is idle.
crons.interval("settle the counts", { minutes: 1 }, internal.jobs.counts.settle, { looks: 6 });
// Queries read what the job has not reached yet beside its results, so no answer waits for it.
crons.interval("keep up with the day", { minutes: 15 }, internal.jobs.turns.keepUp, {});
// An unchanged interval keeps its next time over restarts. After an update the figures are complete within this time.
crons.interval("complete the figures", { minutes: 15 }, internal.jobs.analytics.backfill, {});
// The next run notices a step that a crash or a full disk stopped.
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
