import { useConvex } from "convex/react";
import { useEffect, useRef } from "react";
import { useViewer } from "../../hooks/use-viewer.ts";
import { outbox } from "../../lib/outbox/outbox.ts";

/** Opens the outbox of the signed-in person for as long as it is on the page. */
export function OutboxSession() {
  const client = useConvex();
  const viewer = useViewer();
  const person = useRef(viewer);
  useEffect(() => {
    person.current = viewer;
  });
  const { id } = viewer;
  useEffect(() => outbox.start(client, { ...person.current, id }), [client, id]);
  return null;
}
