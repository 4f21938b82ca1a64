import type { ClassValidator } from "tailwind-merge";

type ClassGroup = readonly (
  | string
  | Readonly<Record<string, readonly (string | ClassValidator)[]>>
)[];

const any: ClassValidator = () => true;
const isNumber: ClassValidator = (value) => value !== "" && !Number.isNaN(Number(value));
const isLength: ClassValidator = (value) => /^\[[\d.]/.test(value);
const isShadow: ClassValidator = (value) => /^\[[\d.-]/.test(value);

const sides = ["x", "y", "s", "e", "t", "r", "b", "l"];
const corners = ["s", "e", "t", "r", "b", "l", "ss", "se", "ee", "es", "tl", "tr", "br", "bl"];

/** Groups with one prefix whose classes take any value: `w-4` and `w-full` are in the group `w`. */
const plain = [
  ...["inset", "inset-x", "inset-y", "start", "end", "top", "right", "bottom", "left", "z"],
  ...["basis", "order", "grid-cols", "grid-rows", "grid-flow", "auto-cols", "auto-rows"],
  ...["col", "col-start", "col-end", "row", "row-start", "row-end", "gap", "gap-x", "gap-y"],
  ...["justify", "justify-items", "justify-self", "items", "self"],
  ...["place-content", "place-items", "place-self", "space-x", "space-y"],
  ...["size", "w", "min-w", "max-w", "h", "min-h", "max-h", "aspect", "columns", "float", "clear"],
  ...["tracking", "line-clamp", "leading", "list", "underline-offset", "indent", "align"],
  ...["whitespace", "wrap", "bg", "opacity", "duration", "ease", "delay", "animate"],
  ...["translate", "translate-x", "translate-y", "rotate", "scale", "scale-x", "scale-y", "origin"],
  ...["overflow", "overflow-x", "overflow-y", "overscroll", "overscroll-x", "overscroll-y"],
  ...["cursor", "pointer-events", "select", "touch", "fill", "will-change", "appearance"],
  ...["break-before", "break-inside", "break-after", "outline-offset", "field-sizing"],
  ...["p", "m", "scroll-m", "scroll-p"].flatMap((name) => [
    name,
    ...sides.map((side) => name + side),
  ]),
];

/** Groups with one prefix whose classes may also have no value: `rounded` and `rounded-lg`. */
const bare = [
  ...["grow", "shrink", "resize", "transition", "blur", "divide-x", "divide-y"],
  ...["rounded", ...corners.map((corner) => `rounded-${corner}`)],
];

/**
 * The groups of classes that set the same property, as far as the product uses them: of two classes in a group the
 * later one wins.
 */
export const classGroups: Readonly<Record<string, ClassGroup>> = {
  ...Object.fromEntries(plain.map((name) => [name, [{ [name]: [any] }]])),
  ...Object.fromEntries(bare.map((name) => [name, [{ [name]: ["", any] }]])),
  display: [
    ...["block", "inline-block", "inline", "flex", "inline-flex", "grid", "inline-grid"],
    ...["table", "inline-table", "table-row", "table-cell", "flow-root", "contents", "hidden"],
    "list-item",
  ],
  position: ["static", "fixed", "absolute", "relative", "sticky"],
  visibility: ["visible", "invisible", "collapse"],
  sr: ["sr-only", "not-sr-only"],
  isolation: ["isolate", "isolation-auto"],
  "flex-direction": [{ flex: ["row", "row-reverse", "col", "col-reverse"] }],
  "flex-wrap": [{ flex: ["nowrap", "wrap", "wrap-reverse"] }],
  flex: [{ flex: [any] }],
  "align-content": [
    { content: ["normal", "center", "start", "end", "between", "around", "evenly", "stretch"] },
  ],
  content: [{ content: [any] }],
  "font-size": [{ text: ["xs", "sm", "base", "touch", "lg", "xl", "2xl", "3xl", "4xl", isLength] }],
  "text-alignment": [{ text: ["left", "center", "right", "justify", "start", "end"] }],
  "text-wrap": [{ text: ["wrap", "nowrap", "balance", "pretty"] }],
  "text-overflow": ["truncate", { text: ["ellipsis", "clip"] }],
  "text-color": [{ text: [any] }],
  "text-decoration": ["underline", "overline", "line-through", "no-underline"],
  "text-transform": ["uppercase", "lowercase", "capitalize", "normal-case"],
  "font-style": ["italic", "not-italic"],
  "font-weight": [{ font: ["light", "normal", "medium", "semibold", "bold", isNumber] }],
  "font-family": [{ font: [any] }],
  "fvn-spacing": ["proportional-nums", "tabular-nums"],
  break: [{ break: ["normal", "words", "all", "keep"] }],
  "border-style": [{ border: ["solid", "dashed", "dotted", "double", "hidden", "none"] }],
  "border-collapse": [{ border: ["collapse", "separate"] }],
  "border-spacing": [{ "border-spacing": [any] }],
  "border-w": [{ border: ["", isNumber] }],
  "border-color": [{ border: [any] }],
  ...Object.fromEntries(
    sides.flatMap((side) => [
      [`border-w-${side}`, [{ [`border-${side}`]: ["", isNumber] }]],
      [`border-color-${side}`, [{ [`border-${side}`]: [any] }]],
    ]),
  ),
  "divide-color": [{ divide: [any] }],
  "outline-style": [{ outline: ["solid", "dashed", "dotted", "double", "none", "hidden"] }],
  "outline-w": [{ outline: ["", isNumber] }],
  "outline-color": [{ outline: [any] }],
  shadow: [{ shadow: ["", "none", "raised", "overlay", isShadow] }],
  "shadow-color": [{ shadow: [any] }],
  "ring-w": [{ ring: ["", isNumber] }],
  "ring-w-inset": ["ring-inset"],
  "ring-color": [{ ring: [any] }],
  "ring-offset-w": [{ "ring-offset": [isNumber] }],
  "ring-offset-color": [{ "ring-offset": [any] }],
  "object-fit": [{ object: ["contain", "cover", "fill", "none", "scale-down"] }],
  "object-position": [{ object: [any] }],
  "stroke-w": [{ stroke: [isNumber] }],
  stroke: [{ stroke: [any] }],
  "table-layout": [{ table: ["auto", "fixed"] }],
};

const across = { x: ["s", "e", "r", "l"], y: ["t", "b"] };
const spaces = ["p", "m", "scroll-m", "scroll-p"];

/** The groups that a group overrides: after `p-4` an earlier `px-2` has no effect. */
export const conflicts: Readonly<Record<string, readonly string[]>> = {
  overflow: ["overflow-x", "overflow-y"],
  overscroll: ["overscroll-x", "overscroll-y"],
  inset: ["inset-x", "inset-y", "start", "end", "top", "right", "bottom", "left"],
  "inset-x": ["start", "end", "right", "left"],
  "inset-y": ["top", "bottom"],
  flex: ["basis", "grow", "shrink"],
  gap: ["gap-x", "gap-y"],
  size: ["w", "h"],
  "font-size": ["leading"],
  "line-clamp": ["display", "overflow"],
  translate: ["translate-x", "translate-y"],
  rounded: corners.map((corner) => `rounded-${corner}`),
  "rounded-s": ["rounded-ss", "rounded-es"],
  "rounded-e": ["rounded-se", "rounded-ee"],
  "rounded-t": ["rounded-tl", "rounded-tr"],
  "rounded-r": ["rounded-tr", "rounded-br"],
  "rounded-b": ["rounded-br", "rounded-bl"],
  "rounded-l": ["rounded-tl", "rounded-bl"],
  ...Object.fromEntries(
    spaces.flatMap((name) => [
      [name, sides.map((side) => name + side)],
      [`${name}x`, across.x.map((side) => name + side)],
      [`${name}y`, across.y.map((side) => name + side)],
    ]),
  ),
  ...Object.fromEntries(
    ["border-w", "border-color"].flatMap((name) => [
      [name, sides.map((side) => `${name}-${side}`)],
      [`${name}-x`, across.x.map((side) => `${name}-${side}`)],
      [`${name}-y`, across.y.map((side) => `${name}-${side}`)],
    ]),
  ),
};
