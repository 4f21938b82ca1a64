import { useEffect } from "react";

import { LoadingScreen } from "../../components/layout/loading-screen.tsx";
import { toast } from "../../components/ui/toast.ts";
import { loginAddress } from "./login-address.ts";

const REDIRECT_DELAY_MS = 500;

/** The screen of a protected page without a session: a message, then the redirect to the sign-in. */
export function SignInRedirect() {
  useEffect(() => {
    toast({
      title: "Unauthorized",
      description: "You are logged out. Logging in again...",
      variant: "destructive",
    });
    const timer = setTimeout(
      () => window.location.assign(loginAddress(window.location)),
      REDIRECT_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, []);

  return <LoadingScreen />;
}
