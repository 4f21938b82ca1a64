import { useState } from "react";
import * as z from "zod";
import { DateField } from "../../src/components/date-field.tsx";
import { LiveTextField } from "../../src/components/live-text-field.tsx";
import { SearchField } from "../../src/components/search-field.tsx";
import { FilterChips } from "../../src/components/filter-chips.tsx";
import { Checkbox } from "../../src/components/ui/checkbox.tsx";
import { DatePicker } from "../../src/components/ui/date-picker.tsx";
import { FilterSelect } from "../../src/components/filter-select.tsx";
import { Field } from "../../src/components/ui/field.tsx";
import { Input } from "../../src/components/ui/input.tsx";
import { Label } from "../../src/components/ui/label.tsx";
import { LongSelect } from "../../src/components/ui/long-select.tsx";
import { Select } from "../../src/components/ui/select.tsx";
import { Textarea } from "../../src/components/ui/textarea.tsx";
import { Columns, Exhibit, longName, Row } from "./exhibit.tsx";
import { PretendServer } from "./pretend-server.tsx";

const options = [
  { value: "painting", label: "Painting" },
  { value: "cleaning", label: "Cleaning", description: "After all other tasks" },
  { value: "long", label: longName, description: longName },
];
const manyOptions = Array.from({ length: 200 }, (_, index) => ({
  value: String(index),
  label: `Unit ${String(index + 1)}`,
}));

/** The controls for entering values. */
export function FieldExhibits() {
  return (
    <>
      <Exhibit name="Text fields">
        <Columns>
          <Field label="Empty" hint="A hint says what belongs here.">
            <Input placeholder="Placeholder" />
          </Field>
          <Field label="Required and filled" required>
            <Input defaultValue={longName} />
          </Field>
          <Field label="Wrong" error="Enter a name of at most 120 characters.">
            <Input defaultValue="Too long" />
          </Field>
          <Field label="Disabled">
            <Input disabled defaultValue="Cannot be changed" />
          </Field>
          <Field label="Several lines">
            <Textarea defaultValue={longName} />
          </Field>
          <Field label="Several lines, wrong" error="Enter a note.">
            <Textarea />
          </Field>
        </Columns>
      </Exhibit>
      <LiveTextFields />
      <Choices />
      <Dates />
    </>
  );
}

function LiveTextFields() {
  const [floor, setFloor] = useState<string | null>("3");
  const field = {
    record: { id: "unit", unitId: "unit" },
    field: "floor",
    valueOf: (typed: string) => typed.trim() || null,
    rule: z.string().max(20, "Floor must be at most 20 characters").nullable(),
    onSave: setFloor,
  };
  return (
    <PretendServer>
      <Exhibit name="Text fields that save by themselves">
        <Columns>
          <LiveTextField {...field} label="Floor" saved={floor} disabled={false} />
          <LiveTextField {...field} label="Floor, empty" saved={null} disabled={false} />
          <LiveTextField {...field} label="Floor, disabled" saved={longName} disabled />
        </Columns>
      </Exhibit>
    </PretendServer>
  );
}

function Choices() {
  const [task, setTask] = useState<string | null>(null);
  const [unit, setUnit] = useState("120");
  const [text, setText] = useState("");
  const [status, setStatus] = useState<"all" | "ready" | "late">("all");
  return (
    <Exhibit name="Choices">
      <Columns>
        <Field label="Select">
          <Select options={options} value={task} onValueChange={setTask} placeholder="Choose one" />
        </Field>
        <Field label="Select, wrong" error="Choose a task.">
          <Select options={options} value="long" onValueChange={setTask} />
        </Field>
        <Field label="Select, disabled">
          <Select options={options} value="cleaning" onValueChange={setTask} disabled />
        </Field>
        <Field label="Select with search">
          <LongSelect options={manyOptions} value={unit} onValueChange={setUnit} />
        </Field>
        <Select
          aria-label="Quiet select"
          quiet
          options={options}
          value="painting"
          onValueChange={setTask}
        />
        <FilterSelect
          label="Filter"
          all="Everything"
          options={options}
          value={undefined}
          onChange={() => undefined}
        />
      </Columns>
      <Row>
        {([true, false, "indeterminate"] as const).flatMap((checked) =>
          [false, true].map((disabled) => (
            <Label key={`${String(checked)} ${String(disabled)}`} className="flex gap-2">
              <Checkbox defaultChecked={checked} disabled={disabled} />
              {checked === "indeterminate" ? "Some" : checked ? "Ticked" : "Not ticked"}
              {disabled && ", disabled"}
            </Label>
          )),
        )}
      </Row>
      <SearchField
        label="Find a unit"
        placeholder="Unit, floor or building"
        value={text}
        onChange={setText}
      />
      <FilterChips
        label="Status"
        value={status}
        onChange={setStatus}
        options={[
          { value: "all", label: "All", count: 128 },
          { value: "ready", label: "Ready", count: 96 },
          { value: "late", label: "Overdue", count: 0 },
        ]}
      />
    </Exhibit>
  );
}

function Dates() {
  const [day, setDay] = useState<string | null>("2026-03-04");
  return (
    <Exhibit name="Dates">
      <Columns>
        <Field label="Date">
          <DatePicker label="Date" value={day} onChange={setDay} />
        </Field>
        <Field label="Date, empty" error="Pick a date.">
          <DatePicker label="Date, empty" value={null} onChange={setDay} />
        </Field>
        <Field label="Date, disabled">
          <DatePicker label="Date, disabled" value={day} onChange={setDay} disabled required />
        </Field>
        <DateField label="Due date" value={day} disabled={false} onChange={setDay} />
        <DateField label="Started" value={null} disabled={false} onChange={setDay} />
      </Columns>
    </Exhibit>
  );
}
