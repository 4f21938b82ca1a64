import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ConfirmDialog } from "../../../src/components/ui/confirm-dialog.tsx";

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
