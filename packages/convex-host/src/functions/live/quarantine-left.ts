import type { QuarantinedQuery } from "../../wire/quarantine.ts";
import type { LiveQuery } from "./live-query.ts";

/** For how long a live query is not run; 0 when it may be. Its gate asks for many questions and may, but for its own guilt. */
export function quarantineLeftMs<Client>(
  quarantine: readonly QuarantinedQuery[],
  { group, watches }: LiveQuery<Client>,
  nowMs: number,
): number {
  const isGate = group.question.part === "gate";
  const held = quarantine.filter(
    ({ untilMs, withGate }) => untilMs > nowMs && (withGate || !isGate),
  );
  if (held.length === 0) return 0;
  // Only a gate is watched for different questions.
  const asking = [...watches].slice(0, isGate ? watches.size : 1);
  const isAsked = ({ path, argsHash }: QuarantinedQuery) =>
    asking.some(({ subject }) => subject?.path === path && subject.argsHash === argsHash);
  return Math.max(0, ...held.filter(isAsked).map(({ untilMs }) => untilMs - nowMs));
}
