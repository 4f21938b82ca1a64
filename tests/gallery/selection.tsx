import { useState } from "react";
import { SelectArea } from "../../src/components/selection/select-area.tsx";
import { SelectBox } from "../../src/components/selection/select-box.tsx";
import { SelectionBar } from "../../src/components/selection/selection-bar.tsx";
import { createRecordSelection } from "../../src/lib/selection/record-selection.ts";
import { Exhibit, longName } from "./exhibit.tsx";
import { PretendServer } from "./pretend-server.tsx";

const records = ["Unit 101", "Unit 102", longName].map((name, at) => ({
  ...{ id: name, name, projectId: "project" },
  ...{ status: "in_progress" as const, isBlocked: at === 1 },
}));
const shown = records.map(({ id }) => id);

/** Rows with two selected, and the actions for the selection. */
export function SelectionExhibits() {
  const [selection] = useState(() => {
    const created = createRecordSelection();
    created.show(shown);
    created.set(shown.slice(0, 2));
    return created;
  });
  return (
    <PretendServer>
      <Exhibit name="Selected rows">
        {/* The bar sticks to the edge of its scroll container. In a container of its own it stays below the rows and never covers one. */}
        <SelectArea selection={selection} isOn className="max-w-2xl overflow-auto">
          <ul>
            {records.map(({ id, name }) => (
              <li
                key={id}
                data-select={id}
                className="group flex min-h-12 items-center gap-2 border-b border-line"
              >
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <SelectBox id={id} name={name} />
              </li>
            ))}
          </ul>
          <SelectionBar noun="unit" selection={selection} records={records} shown={shown} />
        </SelectArea>
      </Exhibit>
    </PretendServer>
  );
}
