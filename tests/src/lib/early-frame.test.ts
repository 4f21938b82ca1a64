import { afterEach, beforeEach, expect, test } from "vitest";
import { removeEarlyFrame, showEarlyFrame } from "../../../src/lib/early-frame.ts";

beforeEach(() => {
  document.title = "Turnboard";
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => {
  removeEarlyFrame();
  document.body.innerHTML = "";
  history.replaceState(null, "", "/");
});

const frame = () => document.querySelector<HTMLElement>("body > [aria-hidden=true]");
const showAt = (address: string) => {
  history.replaceState(null, "", address);
  showEarlyFrame();
};

test.each([
  ["/", "Project DashboardVacant Unit Turn Management"],
  ["/audit", "Audit LogSign-ins, roles, exports and refusals of the last 400 days"],
  ["/projects/k57/units?unit=a", "Unit Management"],
  ["/board", "Turn Board"],
])(
  "a page at %s begins with its heading and the sentence below it, for the eye alone, until it is there",
  (address, title) => {
    showAt(address);
    expect(frame()?.textContent).toBe(`Turnboard${title}`);
    removeEarlyFrame();
    expect(frame()).toBeNull();
  },
);

test.each(["/nowhere", "/board?wall=1", "/projects/k57/units/u/camera"])(
  "a page at %s, whose frame is another one, begins empty",
  (address) => {
    showAt(address);
    expect(frame()).toBeNull();
  },
);

test("a page that shows itself already is left alone", () => {
  document.getElementById("root")?.append("Loading...", document.createElement("p"));
  showAt("/");
  expect(frame()).toBeNull();
});
