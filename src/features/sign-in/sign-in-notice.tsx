import { CircleAlert } from "lucide-react";

import type { SignInFailure } from "./sign-in-failure.ts";

const textByFailure: Record<SignInFailure, { title: string; text: string }> = {
  refused: {
    title: "This account may not sign in",
    text: "Its address does not belong to the company, or its access was removed. Use your company address, or ask an administrator to add you.",
  },
  unverified: {
    title: "Your email address is not confirmed",
    text: "The identity provider did not confirm an email address for this account. Confirm it there, then sign in again.",
  },
  linked: {
    title: "This address is linked to another sign-in",
    text: "Its account was used with another identity of your provider, as happens when an account there was made anew. Ask an administrator to open User Management and choose “Relink Sign-in” for you, then sign in again.",
  },
  uninvited: {
    title: "There is no account for you yet",
    text: "Your address belongs to the company, but here an administrator adds everyone. Ask one to add you in User Management, then sign in again.",
  },
  failed: {
    title: "Signing in did not work",
    text: "It was interrupted or took too long. Try again; if it keeps failing, troubleshoot the login.",
  },
  unended: {
    title: "Only this browser is signed out",
    text: "The server could not store the end of the session: its disk is full, or takes nothing just now. Sign in later and end the session under “Your devices”.",
  },
};

/** Explains on the landing page why the last sign-in was refused, or what the last sign-out left. */
export function SignInNotice({ failure }: { failure: SignInFailure }) {
  const { title, text } = textByFailure[failure];
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-lg border border-danger bg-danger-soft px-3.5 py-3 text-left"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <div>
        <p className="text-base font-semibold text-danger-text">{title}</p>
        <p className="text-sm text-ink">{text}</p>
      </div>
    </div>
  );
}
