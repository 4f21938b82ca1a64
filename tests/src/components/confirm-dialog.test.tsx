import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { ConfirmDialog } from "../../../src/components/ui/confirm-dialog.tsx";
import { Dialog, DialogContent, DialogTitle } from "../../../src/components/ui/dialog.tsx";

afterEach(cleanup);

test("a question begins at Cancel, and a long text of it is reached by keyboard", () => {
  render(
    <ConfirmDialog
      open
      onOpenChange={vi.fn()}
      title="Delete Oak Court?"
      description="It cannot be undone."
      confirmLabel="Delete Project"
      onConfirm={vi.fn()}
    />,
  );
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
  const text = screen.getByRole("region", { name: "Question" });
  expect(text.tabIndex).toBe(0);
  expect(text.textContent).toBe("Delete Oak Court?It cannot be undone.");
});

/** A unit whose only note is deleted after a question. */
function UnitWithNote() {
  const [isAsked, setAsked] = useState(false);
  const [isThere, setThere] = useState(true);
  return (
    <>
      <h1 tabIndex={-1}>Units</h1>
      <Dialog open>
        <DialogContent aria-describedby={undefined}>
          <DialogTitle>Unit 101</DialogTitle>
          {isThere && <button onClick={() => setAsked(true)}>Delete note</button>}
          <ConfirmDialog
            open={isAsked}
            onOpenChange={setAsked}
            title="Delete the note?"
            description="It goes to the trash."
            confirmLabel="Delete"
            onConfirm={async () => setThere(false)}
          />
        </DialogContent>
      </Dialog>
    </>
  );
}

test("the focus stays in the dialog below a question that deletes the button which asked it [GEN-07] [NOTE-03]", async () => {
  const user = userEvent.setup();
  render(<UnitWithNote />);
  await user.click(screen.getByRole("button", { name: "Delete note" }));
  await user.click(screen.getByRole("button", { name: "Delete" }));

  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true);
});
