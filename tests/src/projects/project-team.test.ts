import { expect, test } from "vitest";
import {
  groupByRole,
  projectManagerName,
} from "../../../src/features/projects/card/project-team.ts";
import { memberOf } from "../support/records.ts";

const painter = memberOf({ id: "painter" });
const tiler = memberOf({ id: "tiler" });
const boss = memberOf({ id: "boss", role: "supervisor" });
const manager = memberOf({ id: "pm", role: "project_manager", firstName: "Mia", lastName: "Wolf" });
const second = memberOf({ id: "pm2", role: "project_manager", firstName: "Leo", lastName: "Berg" });

test("the project manager is the first member with that role, or nobody [PROJ-09]", () => {
  expect(projectManagerName([painter, manager, second])).toBe("Mia Wolf");
  expect(projectManagerName([painter, boss])).toBeNull();
});

test("members are grouped by role, roles without members are left out [PROJ-18]", () => {
  const groups = groupByRole([painter, boss, tiler]).map(({ role, members }) => [
    role,
    members.length,
  ]);
  expect(groups).toEqual([
    ["supervisor", 1],
    ["crew_member", 2],
  ]);
});
