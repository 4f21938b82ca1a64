/** A chunk and the modules that begin it; what these need comes with them. */
interface Group {
  name: string;
  tags?: ["$initial"];
  test?: RegExp;
  priority: number;
}

const components = "/src/components/";

/** Hooks and rules that need the modules of a screen. */
const heavyParts = [
  "/src/hooks/(photos/[a-z-]+|(address|edits)/use-(shown-row|draft|kept-typing)|use-printing|reads/use-csv-export)",
  "/src/lib/(contact-links|csv/save-csv|save-csv|member-search|template-groups)",
  "/src/lib/photos/(device-room|local-photos|optimistic-(project-)?photo|photo-progress|send-photo|zoom)",
].join("|");

/** The acts for a selection, which are loaded when something is selected, and the boxes of rows. */
const selectionParts = [
  "/src/components/selection/(select-check|select-gestures|follow-long-press|selection-tools|bulk-)",
  String.raw`/src/hooks/edits/use-(bulk-acts|undo)\.`,
  "/src/lib/selection/bulk-",
].join("|");

/** The faces of others and the news of a field, which come behind the rows and fields that they stand at. */
const presenceParts = [
  "/src/components/(field-question|presence/(lookers|presence-views))",
  "/src/hooks/people/use-(changer|lookers|typers)",
].join("|");

/** The changes that the server's rules are asked for, which the outbox shows on top of the answers. */
const lateChanges = String.raw`(time-entries|notes|(task|unit)-updates|(task|unit|board)-change)\.`;

/** The same for photos, with which they come. */
const changesOfPhotos = String.raw`/src/lib/photos/optimistic-(photo-change|turn)\.`;

/** Parts that screens load after they are there, in chunks of their own. */
const lateParts = `${selectionParts}|${presenceParts}|/src/lib/undo/|/src/components/(block-form|key-caps|live-text-field)|/src/lib/optimistic/${lateChanges}|${changesOfPhotos}`;

/** The parts that tell what waits on the device. */
const whatWaits =
  "/src/features/(outbox/waiting-|shell/menu/sign-out-question)|/lucide-react/.*/icons/cloud-check\\.";

/** Icons that one late screen or dialog shows, and comes with. */
const ownIcons = [
  "archive|arrow-(down-a-z|left-right|right|up-a-z)|circle-dot|cloud-check|columns-2|corner-down-left|flask-conical",
  "info|life-buoy|link-2|log-in|monitor-x|phone|replace|rotate-ccw|shield-check|smartphone|trending-(down|up)",
  "circle-check-big|clipboard-list|grip-vertical|hard-drive|redo-2|upload|user-(minus|search)",
  "activity|arrow-down-up|ban|bookmark-plus|camera-off|chevrons-right-left|clipboard-check|key-round|layers|play|square-check",
  "user-round-plus|wifi-off|zap|zap-off",
].join("|");

/**
 * The chunks that screens share: on a poor line a request costs more than the bytes that it saves. A screen is its own chunk
 * and the few of these that it uses. A group takes what no group of higher priority has taken, so that each leads only to
 * those before it.
 */
export const sharedChunks: Group[] = [
  {
    // The first token and the socket, which need no other code: see early-script.ts.
    name: "line",
    test: /\/src\/lib\/(address-pattern|answers\/early-(asked|reads)|api-client|connection-person|early-(frame|line)|screen-titles|session-end|session-token|store|views|watchful-web-socket|week-range)\.|\/convex\/dist\/esm\/index\./,
    priority: 6,
  },
  // The packages of the entry run before it, each in a turn of its own: see first-page.ts.
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
    // Parts that every screen but the dashboard shares: components, hooks and rules, and the smallest screens that need them. Panels
    // that open are loaded when they do.
    name: "controls",
    test: new RegExp(
      [
        `(?!${lateParts})${components}(?!sortable/|ui/.*-panel)`,
        String.raw`(?!(${heavyParts})\.|${lateParts})/src/(hooks|lib)/(?!csv|reads/use-csv-export|save-csv|sheet|typed/(left|text|typed)|device/channel|history/(?!history-search)|version/(watch|quiet)|outbox/(?!outbox|do-and-tell|verdict))`,
        String.raw`/convex/rules/(?!ordering|reports)[a-z-]+\.ts`,
        String.raw`/src/features/while-away/while-away-place`,
        String.raw`/lucide-react/(?!.*/icons/(${ownIcons})\.)|/convex-helpers/`,
        String.raw`(${heavyParts})\.`,
        String.raw`/src/features/(shell/project/(project-|section)|my-day/|project-team/(?!candidates|member-picker|picker-))|routes/_workspace/(my-day|projects\.\$projectId\.team)\.`,
        "/src/app/(assign-tasks|unit-panels)|/src/features/(history|units)/lazy-unit",
        "/convex/rules/ordering",
      ].join("|"),
    ),
    priority: 3,
  },
  {
    // The rules that check forms, which a screen needs that has one.
    name: "forms",
    test: new RegExp(
      [
        "/zod/|/react-hook-form/|/@hookform/|/convex/lib/emailAddress|/src/hooks/edits/use-kept-form",
        "/convex/rules/inputs/(?!bulk|projects|taskTemplates|teamMembers|users|views)",
      ].join("|"),
    ),
    priority: 3.5,
  },
  {
    // The units of a project, and an open one with the room for its parts.
    name: "units",
    test: /\/src\/features\/units\/(?!unit-plan\.|lazy-)|routes\/_workspace\/projects\.\$projectId\.units\./,
    priority: 2,
  },
  {
    // The tasks, photos and notes of a unit, which opens from its project and from the board.
    name: "unit",
    test: /\/src\/(features\/(tasks|photos|notes)|components\/sortable)\/|\/@dnd-kit\//,
    priority: 2,
  },
  // The outbox comes after the first page: nobody has done anything before. The list of what waits and the question of a sign-out
  // come with it, for they are asked for where nothing can come any more.
  {
    name: "outbox",
    test: new RegExp(
      String.raw`/src/lib/(outbox/|typed/(left|text|typed)|device/channel|optimistic/${lateChanges})|/src/app/kept-texts|/node_modules/idb/|${whatWaits}`,
    ),
    priority: 2,
  },
  // The palette, the keys and the name of a view come behind the first answers of a screen.
  {
    name: "quick",
    test: /\/src\/(features\/(keys\/|palette\/|views\/(current-view|use-views))|components\/key-caps)/,
    priority: 2,
  },
  { name: "presence", test: new RegExp(presenceParts), priority: 2 },
  { name: "selection", test: new RegExp(selectionParts), priority: 2 },
  // The words of events, which histories load and nobody else on a first visit.
  {
    name: "history",
    test: /\/src\/(lib|features)\/history\/|\/convex\/rules\/historyFields|routes\/_workspace\/.*\bhistory\./,
    priority: 2,
  },
  // The code of undo is loaded when somebody undoes something, and tells of it in the words of histories.
  { name: "undo", test: /\/src\/(features\/recent-changes|lib\/undo)\//, priority: 1 },
  {
    // The boards of a project and of all projects.
    name: "board",
    test: /\/src\/(features\/board\/(?!wall-board)|app\/board-|routes\/_workspace\/.*\bboard\.)/,
    priority: 1,
  },
  {
    // The analytics of a project and of all projects.
    name: "analytics",
    test: /\/src\/(features\/analytics\/|routes\/_workspace\/.*\banalytics\.)/,
    priority: 1,
  },
];
