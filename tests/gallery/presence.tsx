import { FieldNews } from "../../src/components/field-news.tsx";
import type { News } from "../../src/lib/forms/field-news.ts";
import { LookerMark, Lookers } from "../../src/components/presence/lookers.tsx";
import {
  ProjectLookers,
  UnitLookers,
  UnitMark,
} from "../../src/components/presence/presence-parts.tsx";
import { Field } from "../../src/components/ui/field.tsx";
import { Input } from "../../src/components/ui/input.tsx";
import type { Looker } from "../../src/lib/presence/lookers.ts";
import { Columns, Exhibit, longName, Row } from "./exhibit.tsx";
import { PretendServer } from "./pretend-server.tsx";

const names = ["Sam Rivera", "Kim Lee", "Ana Silva", "Bo", longName, "Mia Wolf"];
const lookers = names.map(
  (name) => ({ userId: name, name, unitIds: ["unit"] }) as object as Looker,
);

const answers = {
  "presence:list": lookers,
  "presence:typing": [{ userId: "sam", name: "Sam Rivera", field: "name" }],
};

const nothing = () => undefined;
const news = (text: string | null): News => ({ text, keep: nothing, take: nothing });

/** The presence of other people, and its effect on a field that is being edited. */
export function PresenceExhibits() {
  return (
    <PretendServer answers={answers}>
      <Exhibit name="Who else is here">
        <Row>
          <Lookers lookers={lookers.slice(0, 1)} />
          <Lookers lookers={lookers.slice(0, 4)} />
          <Lookers lookers={lookers} />
          <LookerMark lookers={lookers.slice(0, 2)} />
          <ProjectLookers projectId="project" />
          <UnitLookers projectId="project" unitId="unit" />
          <UnitMark unitId="unit" />
        </Row>
      </Exhibit>
      <Exhibit name="A field that two people edit">
        <Columns>
          <Field label="Monthly Rent">
            <Input defaultValue="1300" />
            <FieldNews record={undefined} field="monthlyRent" news={news("$1,250.00")} />
          </Field>
          <Field label="Trade">
            <Input defaultValue="Tiler" />
            <FieldNews record={undefined} field="trade" news={news(null)} />
          </Field>
          <Field label="Description">
            <Input defaultValue="Sink" />
            <FieldNews record={undefined} field="description" news={news(longName.repeat(3))} />
          </Field>
          <Field label="Name">
            <Input defaultValue="Basin" />
            <FieldNews record={{ id: "record" }} field="name" news={null} />
          </Field>
        </Columns>
      </Exhibit>
    </PretendServer>
  );
}
