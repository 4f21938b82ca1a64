import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { giveSize } from "../support/element-size.ts";
import { projectOf, templateOf } from "../support/records.ts";

/** A backend with one project, whose board has one page and a column of the given name; the window gets a size. */
export function boardBackend(columnName = "Paint walls"): FakeConvex {
  const backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({})]);
  backend.answer(api.people.list, {}, []);
  backend.answer(api.taskTemplates.list, {}, [templateOf({ name: columnName })]);
  backend.handle(api.board.pages, () => [{ after: 0, through: null }]);
  giveSize();
  return backend;
}
