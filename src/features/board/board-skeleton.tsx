import { Skeleton } from "../../components/ui/skeleton.tsx";

/** A placeholder for the parts of a board that load: the rows, and the filters and heads above them. */
export function BoardSkeleton({ rows, hasHead = false }: { rows: number; hasHead?: boolean }) {
  return (
    <div aria-busy className="grid animate-late gap-3">
      {hasHead && (
        <>
          <Skeleton className="h-8 max-w-xl touch:h-11" />
          <Skeleton className="h-40" />
        </>
      )}
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} className="h-10" />
      ))}
    </div>
  );
}
