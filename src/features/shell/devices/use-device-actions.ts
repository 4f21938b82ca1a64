import { api } from "../../../../convex/_generated/api.js";
import { useServerMutation } from "../../../hooks/edits/use-server-mutation.ts";
import { toast } from "../../../components/ui/toast.ts";
import { showError } from "../../../lib/errors.ts";
import type { OwnSession } from "./device-row.tsx";

/** Functions that end sessions of the viewer. The rows disappear at once, and return when the server refuses. */
export function useDeviceActions() {
  const end = useServerMutation(api.sessions.end).withOptimisticUpdate((store, { sessionId }) => {
    const sessions = store.getQuery(api.sessions.list, {});
    const kept = sessions?.filter(({ id }) => id !== sessionId);
    store.setQuery(api.sessions.list, {}, kept);
  });
  const endOthers = useServerMutation(api.sessions.endOthers).withOptimisticUpdate((store) => {
    const sessions = store.getQuery(api.sessions.list, {});
    store.setQuery(
      api.sessions.list,
      {},
      sessions?.filter(({ current }) => current),
    );
  });
  return {
    end: ({ id }: OwnSession) => {
      end({ sessionId: id }).then(
        () => toast({ title: "Device signed out" }),
        (error: unknown) => showError(error, "The device could not be signed out"),
      );
    },
    endOthers: () => {
      endOthers({}).then(
        () => toast({ title: "All other devices signed out" }),
        (error: unknown) => showError(error, "The devices could not be signed out"),
      );
    },
  };
}
