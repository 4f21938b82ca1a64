import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { productName } from "../../../convex/rules/labels.ts";
import LandingScreen from "../../../src/app/landing-screen.tsx";
import { LandingPage } from "../../../src/features/sign-in/landing-page.tsx";
import { SIGN_IN_FAILURES } from "../../../src/features/sign-in/sign-in-failure.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderAt } from "../support/render-at.tsx";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  serve({ demoSignIn: false });
});
afterEach(cleanup);

function serve(fields: object) {
  const settings = { companyDomain: "homes.test", logoUrl: null, ...fields };
  backend.answer(api.company.settings, {}, settings);
}

test("the page welcomes by the product's name, with its line [AUTH-03]", async () => {
  await renderAt(backend, <LandingPage />);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toContain(productName);
  expect(
    screen.getByText(
      "Your comprehensive project management workspace for vacant unit construction",
    ),
  ).toBeVisible();
});

test("signing in is a navigation of the whole page [AUTH-02] [AUTH-12]", async () => {
  const assign = vi.spyOn(window.location, "assign").mockReturnValue();
  const { user } = await renderAt(backend, <LandingPage />);
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  expect(assign).toHaveBeenCalledExactlyOnceWith("/api/login");
});

test("signing in is offered also when the settings cannot be read [AUTH-02]", async () => {
  backend.answer(api.company.settings, {}, new Error("Server Error"));
  await renderAt(backend, <LandingPage />);
  expect(screen.getByRole("button", { name: "Sign In" })).toBeVisible();
});

test("the troubleshooting page is one click away [AUTH-04]", async () => {
  const { user, history } = await renderAt(backend, <LandingPage />);
  await user.click(screen.getByRole("button", { name: "Troubleshoot Login Issues" }));
  expect(history.location.pathname).toBe("/auth-troubleshoot");
});

test("the header shows the customer's logo, or a neutral one [AUTH-06]", async () => {
  await renderAt(backend, <LandingPage />);
  const header = within(screen.getByRole("banner"));
  expect(header.getByText("Customer Portal")).toBeVisible();
  expect(header.getByText(`Powered by ${productName}`)).toBeVisible();
  expect(header.getByRole("img").getAttribute("src")).toBe("/customer-logo.svg");
  cleanup();
  serve({ demoSignIn: false, logoUrl: "/logo.png" });
  await renderAt(backend, <LandingPage />);
  expect(screen.getByRole("img", { name: "Logo of homes.test" }).getAttribute("src")).toBe(
    "/logo.png",
  );
});

test("the sample people are offered in the demo only [AUTH-02]", async () => {
  await renderAt(backend, <LandingPage />);
  expect(screen.queryByText("Demo workspace")).toBeNull();
  cleanup();
  serve({ demoSignIn: true });
  await renderAt(backend, <LandingPage />);
  const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(
    ["admin", "manager", "supervisor"].map((name) => `/api/login?login_hint=${name}%40homes.test`),
  );
});

test("a sign-out that did not end the session is explained also behind the provider [AUTH-13]", async () => {
  await renderAt(backend, <LandingScreen />, { at: "/?state=unended" });
  expect(screen.getByRole("alert").textContent).toContain("Only this browser is signed out");
});

test.each(SIGN_IN_FAILURES)("a sign-in that was %s is explained [AUTH-08]", async (failure) => {
  await renderAt(backend, <LandingPage failure={failure} />);
  expect(screen.getByRole("alert").textContent.length).toBeGreaterThan(40);
});
