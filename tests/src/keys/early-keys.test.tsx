import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { QuickParts } from "../../../src/app/quick-parts.tsx";
import { useLiveQuery } from "../../../src/hooks/reads/use-live-query.ts";
import type * as Loader from "../../../src/lib/parts/part-loader.ts";
import { quick } from "../../../src/lib/quick.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { lateParts } from "../support/late-parts.ts";
import { renderAt } from "../support/render-at.tsx";

vi.mock("../../../src/lib/parts/part-loader.ts", async (importOriginal) => {
  const { lateParts: late } = await import("../support/late-parts.ts");
  return late.loader(await importOriginal<typeof Loader>());
});

let backend: FakeConvex;
let arrive: () => void;
beforeEach(() => {
  arrive = lateParts.hold();
  quick.set(null);
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, []);
});
afterEach(cleanup);

const moveOn = vi.fn();

/** A page whose answers have not arrived, so that the code of the keys has not loaded. */
function Page() {
  useLiveQuery(api.units.names, { projectId: "oak" });
  return (
    <>
      <QuickParts />
      {["Paint", "Floors"].map((name) => (
        <div key={name} data-row>
          <button type="button" data-act="complete" onClick={() => moveOn(name)}>
            {name}
          </button>
        </div>
      ))}
    </>
  );
}

test("keys that are pressed before they are in force are done once they are, each once [QUICK-02]", async () => {
  const { user } = await renderAt(backend, <Page />);
  await user.keyboard("jccc");
  expect(moveOn).not.toHaveBeenCalled();
  await act(async () => arrive());
  await waitFor(() => expect(moveOn).toHaveBeenCalledExactlyOnceWith("Paint"));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Paint" }));

  // From now on each key press counts.
  await user.keyboard("cc");
  expect(moveOn).toHaveBeenCalledTimes(3);
});

/** Presses a key as soon as the page stands, before it is painted. */
function EarlyPress() {
  useLayoutEffect(() => {
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  }, []);
  return null;
}

test("Ctrl K opens the palette from the moment that the page stands [QUICK-01]", async () => {
  await renderAt(
    backend,
    <>
      <Page />
      <EarlyPress />
    </>,
  );
  expect(quick.snapshot()).toBe("palette");
});
