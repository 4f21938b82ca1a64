import { FilterX, History } from "lucide-react";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";

/** The placeholder of a history without events. */
export function NoEvents({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  if (!isNarrowed) {
    return (
      <EmptyState
        icon={History}
        title="No changes yet"
        description="Each change stands here, with who made it and when."
      />
    );
  }
  return (
    <EmptyState
      icon={FilterX}
      title="No changes match the filters"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear Filters
        </Button>
      }
    />
  );
}
