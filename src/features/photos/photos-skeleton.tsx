import { Skeleton } from "../../components/ui/skeleton.tsx";

/** The placeholder of photos while they load. */
export function PhotosSkeleton() {
  return (
    <div
      aria-busy
      className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-3 gap-y-2"
    >
      {[1, 2, 3, 4].map((tile) => (
        <Skeleton key={tile} className="aspect-4/3" />
      ))}
    </div>
  );
}
