import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { UserRow } from "./user-row.tsx";
import type { User } from "./user-types.ts";

/** A first guess at a row's height; each row is measured when it appears. */
const ROW_PX = 65;

interface UserListProps {
  users: readonly User[];
  viewerId: string;
  onOpen: (dialog: "role" | "delete", user: User) => void;
}

/** The users as rows. Only those near the window exist, so that hundreds scroll smoothly. */
export function UserList({ users, viewerId, onOpen }: UserListProps) {
  const list = useRef<HTMLDivElement>(null);
  const top = useTop(list);
  const virtualizer = useWindowVirtualizer({
    count: users.length,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => users[index]?.id ?? index,
    overscan: 6,
    scrollMargin: top,
  });

  return (
    <div className="overflow-clip rounded-lg border border-line bg-surface shadow-raised">
      <div
        aria-hidden
        className="grid grid-cols-[2rem_minmax(0,1fr)_11.5rem_8rem_4rem] gap-x-3 border-b border-line px-4 py-2 text-xs font-medium text-ink-muted max-md:hidden touch:grid-cols-[2rem_minmax(0,1fr)_11.5rem_8rem_5.5rem]"
      >
        <span className="col-span-2">Name</span>
        <span>Role</span>
        <span>Joined</span>
      </div>
      <div
        ref={list}
        role="list"
        aria-label="Users"
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const user = users[index];
          if (!user) return null;
          return (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              role="listitem"
              aria-label={user.email ?? undefined}
              aria-setsize={users.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 border-line not-first:border-t"
              style={{ transform: `translateY(${String(start - top)}px)` }}
            >
              <UserRow user={user} isViewer={user.id === viewerId} onOpen={onOpen} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Where in the document the list begins; known before the first paint. */
function useTop(list: { current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect();
      if (box) setTop(Math.round(box.top + window.scrollY));
    };
    measure();
    // What stands above the list can grow or shrink without touching the list itself.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

/** Holds the list's place while the users load. */
export function UserListSkeleton() {
  return (
    <div aria-busy className="grid gap-2">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-14" />
      ))}
    </div>
  );
}
