import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { LiveTextField } from "../../../src/components/live-text-field.tsx";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderAt } from "../support/render-at.tsx";

afterEach(cleanup);

/** Renders a field of a unit in a container that can close; `setSaved` simulates a change by another person. */
async function show(first: string | null) {
  const onSave = vi.fn<(value: string | null) => void>();
  let setSaved: (value: string | null) => void = () => undefined;
  let close: () => void = () => undefined;
  function Place() {
    const [saved, set] = useState(first);
    const [open, setOpen] = useState(true);
    setSaved = (value) => act(() => set(value));
    close = () => act(() => setOpen(false));
    if (!open) return null;
    return (
      <LiveTextField
        label="Floor"
        record={{ id: "unit", unitId: "unit" }}
        field="floor"
        saved={saved}
        valueOf={(typed) => typed.trim() || null}
        rule={z.string().max(3, "Floor must be at most 3 characters").nullable()}
        onSave={onSave}
        disabled={false}
      />
    );
  }
  const { user } = await renderAt(new FakeConvex(), <Place />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Floor" });
  return { user, field, onSave, setSaved, close };
}

test("a text is saved by Enter, and when its field is left; an empty one is none [GEN-03]", async () => {
  const { user, field, onSave } = await show("1");

  await user.type(field, "2 {Enter}");
  expect(onSave.mock.calls).toEqual([["12"]]);

  await user.clear(field);
  await user.tab();
  expect(onSave.mock.calls).toEqual([["12"], [null]]);
});

test("a text that is typed when its place closes is saved [GEN-03]", async () => {
  const { user, field, onSave, close } = await show(null);
  await user.type(field, "2");

  close();

  expect(onSave.mock.calls).toEqual([["2"]]);
});

test("a refused text stays with its reason, and is told when its place closes [GEN-03]", async () => {
  const { user, field, onSave, close } = await show(null);

  await user.type(field, "four{Enter}");

  expect(field.value).toBe("four");
  expect(screen.getByRole("alert").textContent).toBe("Floor must be at most 3 characters");
  close();
  expect(await screen.findByText("Floor was not saved")).toBeVisible();
  expect(screen.getByText("Floor must be at most 3 characters. You typed four.")).toBeVisible();
  expect(onSave).not.toHaveBeenCalled();
});

test("a text that another person changes under the typing is kept until it is decided, and told when its place closes [SEEN-02]", async () => {
  const { user, field, onSave, setSaved, close } = await show("1");
  await user.type(field, "2");

  setSaved("9");

  expect(await screen.findByText("Somebody changed this to “9”.")).toBeVisible();
  expect(field.value).toBe("12");
  await user.tab();
  expect(onSave).not.toHaveBeenCalled();
  close();
  await waitFor(() =>
    expect(screen.getByText("Somebody changed it meanwhile. You typed 12.")).toBeVisible(),
  );
  expect(onSave).not.toHaveBeenCalled();
});
