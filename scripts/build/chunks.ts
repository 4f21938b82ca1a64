/** A shared chunk and the modules that begin it; the modules that these import come with them. */
interface Group {
  name: string;
  tags?: ["$initial"];
  test?: RegExp;
  priority: number;
}

const components = "/src/components/";

/** The actions for selected records, which load once something is selected. */
const selectionParts = [
  "/src/components/selection/(follow-long-press|selection-tools|use-focus-to-row|bulk-)",
  String.raw`/src/hooks/edits/use-(bulk-acts|undo)\.`,
  "/src/lib/selection/bulk-",
].join("|");

/** The avatars of other people and the news of a field, which load after the rows and fields that show them. */
const presenceParts = [
  "/src/components/(field-question|presence/(lookers|presence-views))",
  "/src/hooks/people/use-(changer|lookers|typers)",
].join("|");

/** Optimistic changes that apply the server's rules, which the outbox lays over the answers. */
const lateChanges = String.raw`(time-entries|notes|my-day(-units)?|(task|unit)-updates|(block|task|unit|board)-change)\.`;

/** The optimistic changes of photos, which load with the photos. */
const changesOfPhotos = String.raw`/src/lib/photos/optimistic-(photo-change|turn)\.`;

/** Parts that screens load after their first render, in chunks of their own. */
const lateParts = `${selectionParts}|${presenceParts}|/src/lib/undo/|/src/components/(ui/text-not-kept|block-form|key-caps|live-text-field)|/src/lib/optimistic/${lateChanges}|${changesOfPhotos}|/src/lib/forced-colors`;

/** The code that keeps typed texts and tells whose they are, which loads with the outbox. */
const keptParts =
  "typed/(handed|kept|left|merge|text|typed)|device/(channel|copied|copy|earlier|forget-copies|has-left|kept-room|on-return|own-accounts|second)";

/** The parts that list the work waiting on the device. */
const whatWaits =
  "/src/features/(outbox/waiting-|shell/menu/sign-out-question)|/lucide-react/.*/icons/cloud-check\\.";

/** Icons that a single late screen, dialog or chunk uses; they are in its chunk. */
const ownIcons = [
  "archive|arrow-(down-a-z|left-right|right|up-a-z)|circle-dot|cloud-check|columns-2|corner-down-left|flask-conical",
  "info|life-buoy|link-2|log-in|monitor-x|phone|replace|rotate-ccw|shield-check|smartphone|trending-(down|up)",
  "circle-check-big|clipboard-list|grip-vertical|hard-drive|redo-2|upload|user-(minus|search)",
  "activity|arrow-down-up|ban|bookmark-plus|camera-off|chevrons-right-left|clipboard-check|key-round|layers|play|square-check",
  "user-round-plus|zap|zap-off|zoom-in|zoom-out|image-plus|keyboard",
].join("|");

/**
 * The chunks that screens share. On a slow connection a request costs more than the bytes that it saves, so a screen
 * loads its own chunk and a few of these. A group takes the modules that no group of higher priority has taken; a chunk
 * therefore imports only chunks before it.
 */
export const sharedChunks: Group[] = [
  {
    // The first token and the socket, which need no other code: see early-script.ts.
    name: "line",
    test: /\/src\/lib\/early-line\.|\/convex\/dist\/esm\/index\./,
    priority: 6,
  },
  // The packages of the entry run before it, each in a task of its own: see first-page.ts.
  {
    name: "renderer",
    test: /\/node_modules\/(react|react-dom|scheduler)\//,
    priority: 5.6,
  },
  { name: "packages", tags: ["$initial"], test: /\/node_modules\//, priority: 5.5 },
  {
    // All that a page imports before it knows its screen, and the dashboard; one chunk with the entry.
    name: "entry",
    tags: ["$initial"],
    priority: 5,
  },
  {
    // Parts that every screen but the dashboard shares: components, hooks and rules, and the smallest screen that uses
    // them. Panels that open on demand load when they open.
    name: "controls",
    test: new RegExp(
      [
        `(?!${lateParts})${components}(?!sortable/(announcements|sortable-moves)|ui/(.*-panel|tabs))`,
        String.raw`(?!${lateParts})/src/(hooks|lib)/(?!(csv|download-file|photos/(zoom|device-room)|address/use-shown-row|edits/use-draft|reads/use-csv-export)\.|photos/(use-zoom|copied-drafts|draft-database|kept-drafts|optimistic-project-photo)|sheet|${keptParts}|history/(?!history-search)|version/(watch|quiet)|outbox/(?!outbox|do-and-tell|verdict))`,
        String.raw`/convex/rules/(?!ordering|reports)[a-z-]+\.ts`,
        String.raw`/src/features/while-away/while-away-place`,
        String.raw`/lucide-react/(?!.*/icons/(${ownIcons})\.)|/convex-helpers/`,
        String.raw`/src/features/(shell/project/(project-|section)|my-day/)|routes/_workspace/my-day\.`,
        "/src/app/(assign-tasks|unit-panels)|/src/features/(history|units)/lazy-unit",
        "/convex/rules/ordering",
      ].join("|"),
    ),
    priority: 3,
  },
  {
    // The validation rules of forms and the dialog around them, for the screens that have a form.
    name: "forms",
    test: new RegExp(
      [
        "/zod/|/react-hook-form/|/@hookform/|/convex/lib/emailAddress|/src/hooks/edits/use-kept-form|/src/components/record-dialog",
        "/convex/rules/inputs/(?!bulk|projects|taskTemplates|teamMembers|users|views)",
      ].join("|"),
    ),
    priority: 3.5,
  },
  {
    // The list of a project's units and the dialog of an open unit. Its panels and the question before a deletion load later.
    name: "units",
    test: /\/src\/(features\/units\/(?!unit-plan\.|delete-|lazy-)|components\/ui\/tabs)|routes\/_workspace\/projects\.\$projectId\.units\./,
    priority: 2,
  },
  {
    // The code that moves the rows of a list, which loads after the list.
    name: "moves",
    test: /\/src\/components\/sortable\/|\/@dnd-kit\//,
    priority: 2,
  },
  {
    // The code that enlarges a photo, in the viewer and in the comparison.
    name: "zoom",
    test: /\/src\/(hooks\/photos\/use-zoom|lib\/photos\/zoom)|\/lucide-react\/.*\/icons\/zoom-(in|out)\./,
    priority: 3,
  },
  {
    // The photos of a unit, which the photos of a project and the camera show too.
    name: "photos",
    test: /\/src\/features\/photos\/|\/lucide-react\/.*\/icons\/image-plus\./,
    priority: 2.5,
  },
  {
    // The tasks and notes of a unit, which opens from its project and from the board.
    name: "unit",
    test: /\/src\/features\/(tasks|notes)\//,
    priority: 2,
  },
  // The outbox loads after the first page, because no work can wait before that. The list of waiting work and the
  // question at a sign-out are in the same chunk: they are needed when nothing more can be loaded.
  {
    name: "outbox",
    test: new RegExp(
      String.raw`/src/lib/(outbox/|download-file\.|photos/optimistic-project-photo\.|${keptParts}|optimistic/${lateChanges})|/src/app/kept-texts|/src/components/ui/text-not-kept|/node_modules/idb/|${whatWaits}`,
    ),
    priority: 2,
  },
  // The palette, the key bindings and the name of a saved view load after a screen's first answers.
  {
    name: "quick",
    test: /\/src\/(features\/(keys\/|palette\/|views\/(current-view|use-views))|components\/key-caps)|\/lucide-react\/.*\/icons\/keyboard\./,
    priority: 2,
  },
  { name: "presence", test: new RegExp(presenceParts), priority: 2 },
  { name: "selection", test: new RegExp(selectionParts), priority: 2 },
  // The words of history events: on a first visit only histories load them.
  {
    name: "history",
    test: /\/src\/(lib|features)\/history\/|\/convex\/rules\/historyFields|routes\/_workspace\/.*\bhistory\./,
    priority: 2,
  },
  // The undo code loads at the first undo; its messages use the words of histories.
  { name: "undo", test: /\/src\/(features\/recent-changes|lib\/undo)\//, priority: 1 },
  {
    // The boards of a project and of all projects. The menu of a task and the boards on paper load after them.
    name: "board",
    test: /\/src\/(features\/board\/(?!board-print|task-menu|use-lead|wall-board)|app\/board-|routes\/_workspace\/.*\bboard\.)/,
    priority: 1,
  },
  {
    // The analytics of a project and of all projects.
    name: "analytics",
    test: /\/src\/(features\/analytics\/|routes\/_workspace\/.*\banalytics\.)/,
    priority: 1,
  },
];
