import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extendTailwindMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { cn } from "../../../src/lib/cn.ts";

/** The full library, with the names that only styles.css defines. */
const whole = extendTailwindMerge({
  extend: {
    theme: { text: ["touch"], shadow: ["raised", "overlay"], radius: ["sm", "md", "lg", "xl"] },
  },
});

/** The classes in the texts of the product, without their variants. */
function usedClasses(): string[] {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const texts = files.flatMap((name) =>
    [...readFileSync(join("src", name), "utf8").matchAll(/"([^"\n]*)"|`([^`]*)`/g)].map(
      ([, plain, template]) => plain ?? template ?? "",
    ),
  );
  const words = texts.flatMap((text) => text.split(/[\s$]+/));
  const bases = words.map((word) => word.replace(/^(?:[a-z-]+(?:\[[^\]]*\])?:)+/, ""));
  return [...new Set(bases)].filter(
    (base) => /^-?[a-z][^\s"<>{}=;,]*$/.test(base) && isClass(base),
  );
}

/** Returns true if the library knows the class: it then removes the duplicate. */
function isClass(word: string): boolean {
  return whole(`${word} ${word}`) === word;
}

/** Returns one class for each distinct way in which classes override others. */
function oneOfEach(classes: readonly string[]): string[] {
  const kept: string[] = [];
  for (const next of classes) {
    const isLike = kept.some(
      (known) => whole(`${known} ${next}`) === next && whole(`${next} ${known}`) === known,
    );
    if (!isLike) kept.push(next);
  }
  return kept;
}

test("of two classes that set the same property the later one wins, for all classes of the product", () => {
  const classes = usedClasses();
  const probes = oneOfEach(classes);
  expect(probes.length).toBeGreaterThan(80);

  const pairs = classes.flatMap((one) =>
    probes.flatMap((other) => (one === other ? [] : [`${one} ${other}`, `${other} ${one}`])),
  );

  expect(pairs.filter((pair) => cn(pair) !== whole(pair))).toEqual([]);
});

test("variants are kept apart", () => {
  expect(cn("p-2 hover:p-3 touch:p-4", "p-1 touch:p-2")).toBe("hover:p-3 p-1 touch:p-2");
});
