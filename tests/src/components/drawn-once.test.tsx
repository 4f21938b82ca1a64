import { cleanup, render } from "@testing-library/react";
import { Profiler, type ReactNode, useLayoutEffect } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { WindowGrid } from "../../../src/components/window-grid.tsx";
import { ConfirmDialog } from "../../../src/components/ui/confirm-dialog.tsx";
import { DatePicker } from "../../../src/components/ui/date-picker.tsx";
import { Dialog, DialogContent, DialogTitle } from "../../../src/components/ui/dialog.tsx";
import { LongSelect } from "../../../src/components/ui/long-select.tsx";
import { Select } from "../../../src/components/ui/select.tsx";
import { InfoTip } from "../../../src/features/analytics/figures/info-tip.tsx";
import { UnitCardMenu } from "../../../src/features/units/unit-card-menu.tsx";
import type { UnitListItem } from "../../../src/features/units/unit-filter.ts";

afterEach(cleanup);

const nothing = () => undefined;
const options = Array.from({ length: 30 }, (_, at) => ({
  value: `p${at}`,
  label: `Project ${at}`,
}));
const items = Array.from({ length: 400 }, (_, at) => ({ id: String(at) }));

/** The drawings of something that is put into a page. A state that is set as it is laid out is a second one, in the same task. */
function drawingsOf(content: ReactNode): string[] {
  const phases: string[] = [];
  render(
    <Profiler id="content" onRender={(_, phase) => phases.push(phase)}>
      {content}
    </Profiler>,
  );
  return phases;
}

test.each([
  ["a choice", <Select options={options} value="p1" onValueChange={nothing} />],
  [
    "a choice that is searched",
    <LongSelect options={options} value="p1" onValueChange={nothing} />,
  ],
  ["a date", <DatePicker label="Due" value={null} onChange={nothing} />],
  ["an explanation", <InfoTip label="How it is calculated">Sums</InfoTip>],
  [
    "the menu of a unit",
    <UnitCardMenu
      unit={{ id: "u1", name: "101" } as UnitListItem}
      actions={{ open: nothing, assign: nothing, remove: nothing }}
      {...{ mayDelete: true, mayAssign: true, isTouch: true }}
      open={false}
      onOpenChange={nothing}
    />,
  ],
  [
    "a closed dialog",
    <Dialog open={false}>
      <DialogContent>
        <DialogTitle>Unit 101</DialogTitle>
      </DialogContent>
    </Dialog>,
  ],
  [
    "a closed question",
    <ConfirmDialog
      {...{
        open: false,
        title: "Delete?",
        description: "It is gone then.",
        confirmLabel: "Delete",
      }}
      onOpenChange={nothing}
      onConfirm={async () => undefined}
    />,
  ],
  [
    "a list of one column",
    <WindowGrid label="Units" items={items} rowPx={100} renderItem={({ id }) => <p>{id}</p>} />,
  ],
])("%s is drawn once in a first picture", (_, content) => {
  expect(drawingsOf(content)).toEqual(["mount"]);
});

test("the contents of a dialog that opens with its page are drawn with the page, before its layout", () => {
  const order: string[] = [];
  function Contents() {
    order.push("contents");
    return <DialogTitle>Unit 101</DialogTitle>;
  }
  function Page() {
    useLayoutEffect(() => void order.push("layout"), []);
    return (
      <Dialog open>
        <DialogContent>
          <Contents />
        </DialogContent>
      </Dialog>
    );
  }
  render(<Page />);
  expect(order).toEqual(["contents", "layout"]);
});

test("a list of one column asks for no layout as it is drawn", () => {
  const asked = vi.fn(() => 100);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(asked);
  const box = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect");
  const scrolled = vi.spyOn(window, "scrollTo");
  render(
    <WindowGrid label="Units" items={items} rowPx={100} renderItem={({ id }) => <p>{id}</p>} />,
  );
  expect(asked).not.toHaveBeenCalled();
  expect(box).not.toHaveBeenCalled();
  expect(scrolled).not.toHaveBeenCalled();
});
