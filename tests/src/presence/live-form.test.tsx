import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FieldNews } from "../../../src/components/field-news.tsx";
import { DialogForm } from "../../../src/components/ui/dialog-form.tsx";
import { Dialog, DialogContent, DialogTitle } from "../../../src/components/ui/dialog.tsx";
import { Field } from "../../../src/components/ui/field.tsx";
import { Input } from "../../../src/components/ui/input.tsx";
import { useLiveForm } from "../../../src/hooks/edits/use-live-form.ts";
import { ViewerContext } from "../../../src/hooks/people/use-viewer.ts";
import { changedValues } from "../../../src/lib/forms/changed-values.ts";
import { typing } from "../../../src/lib/presence/typing.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { viewerOf } from "../support/render-at.tsx";

type Values = { name: string; trade: string; hours: { from: string; to: string } };

const record: Values = { name: "Sink", trade: "Plumber", hours: { from: "9", to: "17" } };

let backend: FakeConvex;
let saved: Partial<Values>[];

beforeEach(() => {
  backend = new FakeConvex();
  saved = [];
  backend.answer(api.presence.typing, { recordId: "task" }, []);
});
afterEach(cleanup);

function Form({ live }: { live: Values }) {
  const form = useForm({ defaultValues: live });
  const { dirtyFields, isSubmitting } = form.formState;
  const at = useLiveForm(form, { live, record: { id: "task", unitId: "unit" } });
  const submit = form.handleSubmit((values) => {
    saved.push(changedValues(values, dirtyFields));
  });
  const hours = form.watch("hours");
  const setTo = (to: string) =>
    form.setValue("hours", { ...form.getValues("hours"), to }, { shouldDirty: true });
  return (
    <Dialog open>
      <DialogContent aria-describedby={undefined}>
        <DialogTitle>Edit</DialogTitle>
        <DialogForm onSubmit={at.guard(submit)} submitLabel="Save" isSubmitting={isSubmitting}>
          <Field label="Name">
            <Input {...form.register("name")} />
            <FieldNews {...at.at("name")} />
          </Field>
          <Field label="Trade">
            <Input {...form.register("trade")} />
            <FieldNews {...at.at("trade")} />
          </Field>
          <Field label="Until">
            <Input value={hours.to} onChange={({ target }) => setTo(target.value)} />
            <FieldNews {...at.at("hours", ({ from, to }) => `${from} to ${to}`)} />
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  );
}

async function open() {
  const user = userEvent.setup();
  const shown = (live: Values) =>
    backend.wrap(
      <ViewerContext value={viewerOf()}>
        <Form live={live} />
      </ViewerContext>,
    );
  const { rerender } = render(shown(record));
  let live = record;
  const another = (changes: Partial<Values>) => {
    live = { ...live, ...changes };
    rerender(shown(live));
  };
  // Wait until the parts at the fields have loaded.
  await waitFor(() => expect(document.querySelectorAll("[aria-live]")).toHaveLength(3));
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const type = async (label: string, text: string) => {
    await user.clear(field(label));
    await user.type(field(label), text);
  };
  const save = () => user.click(screen.getByRole("button", { name: "Save" }));
  return { user, another, field, type, save };
}

const question = (label: string) =>
  within(screen.getByLabelText(label).closest<HTMLElement>('[data-slot="field"]')!);

test("fields that nobody has touched follow the record, and are not sent [SEEN-02]", async () => {
  const { another, field, type, save } = await open();
  await type("Trade", "Tiler");

  another({ name: "Basin", hours: { from: "8", to: "16" } });

  await waitFor(() => expect(field("Name").value).toBe("Basin"));
  expect(field("Until").value).toBe("16");
  expect(field("Trade").value).toBe("Tiler");
  expect(screen.queryByText(/changed this/)).toBeNull();
  await save();
  await waitFor(() => expect(saved).toEqual([{ trade: "Tiler" }]));
});

test("a value that another person changes under the typing is announced, and mine can be kept [SEEN-02]", async () => {
  const { user, another, field, type, save } = await open();
  await type("Name", "Kitchen sink");

  another({ name: "Basin" });

  const said = await screen.findByText("Somebody changed this to “Basin”.");
  expect(said.getAttribute("aria-live")).toBe("polite");
  expect(field("Name").value).toBe("Kitchen sink");
  await save();
  expect(saved).toEqual([]);
  expect(document.activeElement?.textContent).toBe("Keep yours");
  await user.keyboard("{Enter}");
  expect(screen.queryByText(/changed this/)).toBeNull();
  await save();
  await waitFor(() => expect(saved).toEqual([{ name: "Kitchen sink" }]));
});

test("the other person's value can be taken, and is then nothing to save [SEEN-02]", async () => {
  const { user, another, field, type, save } = await open();
  await type("Name", "Kitchen sink");
  another({ name: "Basin", trade: "Tiler" });
  await screen.findByText(/Basin/);

  await user.click(question("Name").getByRole("button", { name: "Take the new value" }));

  expect(field("Name").value).toBe("Basin");
  expect(field("Trade").value).toBe("Tiler");
  await save();
  await waitFor(() => expect(saved).toEqual([{}]));
});

test("a kept value is asked about again when the other one changes again, and not when it is mine by then [SEEN-02]", async () => {
  const { user, another, type } = await open();
  await type("Name", "Kitchen sink");
  another({ name: "Basin" });
  await screen.findByText(/Basin/);
  await user.click(question("Name").getByRole("button", { name: "Keep yours" }));

  another({ name: "" });
  expect(await screen.findByText("Somebody emptied this.")).toBeVisible();

  another({ name: " Kitchen sink " });
  await waitFor(() => expect(screen.queryByText(/emptied/)).toBeNull());
  expect(screen.queryByRole("button", { name: "Keep yours" })).toBeNull();
});

test("a value of two parts is mine or theirs as a whole [SEEN-02]", async () => {
  const { user, another, field, type, save } = await open();
  await type("Until", "18");

  another({ hours: { from: "7", to: "15" } });

  expect(await screen.findByText("Somebody changed this to “7 to 15”.")).toBeVisible();
  expect(field("Until").value).toBe("18");
  await user.click(question("Until").getByRole("button", { name: "Keep yours" }));
  await save();
  await waitFor(() => expect(saved).toEqual([{ hours: { from: "9", to: "18" } }]));
});

test("the history tells who changed it [SEEN-02]", async () => {
  const changes = [{ field: "name", from: "Sink", to: "Basin" }];
  const event = { recordId: "task", userId: "sam", userName: "Sam Rivera", changes };
  const other = { ...event, recordId: "other", userName: "Kim Lee" };
  backend.handle(api.history.ofUnit, () => ({ page: [other, event], continueCursor: null }));
  const { another, type } = await open();
  await type("Name", "Kitchen sink");

  another({ name: "Basin" });

  expect(await screen.findByText("Sam Rivera changed this to “Basin”.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Take Sam’s" })).toBeVisible();
});

test("who types in a field is told there, until they leave it [SEEN-02]", async () => {
  const { user, field } = await open();
  const sam = { userId: "sam", name: "Sam Rivera", field: "name" };
  const me = { userId: "user", name: "Mia Wolf", field: "name" };

  act(() => backend.answer(api.presence.typing, { recordId: "task" }, [sam, me]));
  expect(await question("Name").findByText("Sam Rivera is typing here")).toBeVisible();
  expect(question("Trade").queryByText(/typing/)).toBeNull();
  act(() => backend.answer(api.presence.typing, { recordId: "task" }, []));
  await waitFor(() => expect(screen.queryByText(/typing/)).toBeNull());

  await user.click(field("Trade"));
  expect(typing.snapshot()).toBeNull();
  await user.keyboard("x");
  expect(typing.snapshot()).toEqual({ recordId: "task", field: "trade" });
  await user.click(field("Name"));
  expect(typing.snapshot()).toBeNull();
});

test("what is being saved comes back as nobody's news [SEEN-02]", async () => {
  const { another, type, save } = await open();
  await type("Name", "Basin");
  await save();

  another({ name: "Basin" });

  await waitFor(() => expect(saved).toEqual([{ name: "Basin" }]));
  expect(screen.queryByRole("button", { name: "Keep yours" })).toBeNull();
});
