import { useSearch } from "@tanstack/react-router";

import { LandingPage } from "../features/sign-in/landing-page.tsx";

/** The landing page with the reason of a refused sign-in from the address. */
export default function LandingScreen() {
  const { signin, state } = useSearch({ strict: false });
  return <LandingPage failure={signin ?? state} />;
}
