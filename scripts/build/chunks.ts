/** A chunk and the modules that begin it; what these need comes with them. */
interface Group {
  name: string;
  tags?: ["$initial"];
  test?: RegExp;
  priority: number;
}

const components = "/src/components/";
const basicParts =
  "badge|card|checkbox|dialog|empty-state|field|field-context|input|lazy-part|missing-part|not-on-device|progress";

/** Hooks and rules that only screens with all components use; the dashboard and my day begin without them. */
const heavyParts = [
  "/src/hooks/use-(active-option|draft|photo-source|printing|zoom-gestures)",
  "/src/lib/(contact-links|member-search|template-groups|zoom)",
].join("|");

/**
 * The chunks that screens share: on a poor line a request costs more than the bytes that it saves. A screen is its own chunk
 * and the few of these that it uses. A group takes what no group of higher priority has taken, so that each leads only to
 * those before it.
 */
export const sharedChunks: Group[] = [
  {
    // All that a page imports before it knows its screen; one chunk with the entry.
    name: "entry",
    tags: ["$initial"],
    priority: 5,
  },
  {
    // Small things of nearly every screen.
    name: "basics",
    test: new RegExp(
      [
        String.raw`(?!(${heavyParts})\.)/src/(hooks|lib)/(?!csv|version/(watch|quiet)|outbox/(?!outbox|do-and-tell|verdict))`,
        String.raw`/convex/rules/(?!ordering)[a-z-]+\.ts`,
        `${components}layout/`,
        String.raw`${components}(part-boundary|pending-mark|search-field|task-circle|titled-dialog)\.`,
        String.raw`${components}ui/(${basicParts}|skeleton|toast)\.`,
        "/lucide-react/|/convex-helpers/",
      ].join("|"),
    ),
    priority: 4,
  },
  {
    // All other components: choices, menus, questions, forms, long lists. Panels that open are loaded when they do.
    name: "controls",
    test: new RegExp(
      [
        `${components}(?!sortable/|ui/.*-panel)`,
        String.raw`(${heavyParts})\.`,
        "/src/features/shell/(project-|section)",
        "/convex/rules/(inputs/|ordering)",
        "/react-hook-form/|/@hookform/",
      ].join("|"),
    ),
    priority: 3,
  },
  {
    // A unit with its tasks, photos and notes, which opens from its project and from the board.
    name: "unit",
    test: /\/src\/(features\/(units|tasks|photos|notes)|components\/sortable)\/|\/@dnd-kit\/|routes\/_workspace\/projects\.\$projectId\.units\./,
    priority: 2,
  },
  // The outbox comes after the first page: nobody has done anything before.
  { name: "outbox", test: /\/src\/lib\/outbox\/|\/node_modules\/idb\//, priority: 2 },
  { name: "csv", test: /\/src\/lib\/csv\./, priority: 2 },
  {
    // The boards of a project and of all projects.
    name: "board",
    test: /\/src\/(features\/board\/|app\/board-|routes\/_workspace\/.*\bboard\.)/,
    priority: 1,
  },
  {
    // The analytics of a project and of all projects.
    name: "analytics",
    test: /\/src\/(features\/analytics\/|routes\/_workspace\/.*\banalytics\.)/,
    priority: 1,
  },
];
