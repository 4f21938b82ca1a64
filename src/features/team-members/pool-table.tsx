import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { Fragment, memo } from "react";
import { Avatar } from "../../components/ui/avatar.tsx";
import { roomBefore, useFocusKept } from "../../hooks/use-focus-kept.ts";
import { cn } from "../../lib/cn.ts";
import { mailLink } from "../../lib/contact-links.ts";
import { fullName } from "../../lib/format.ts";
import { type MemberActions, MemberButtons } from "./member-actions.tsx";
import { InactiveBadge, MemberProjects, RoleBadge } from "./member-facts.tsx";
import type { PoolMember } from "./shown-members.ts";
import { type PoolOrder, SortHeader } from "./sort-header.tsx";

/** All rows are of one height, so that a pool of thousands needs no measuring. */
const ROW_PX = 56;

const idOf = ({ id }: PoolMember) => id;

interface PoolTableProps {
  members: readonly PoolMember[];
  order: PoolOrder;
  onOrder: (order: PoolOrder) => void;
  actions: MemberActions;
  /** The distance of the table from the top of the document in px. */
  top: number;
}

/** The pool as a table; only rows near the viewport are rendered. */
export function PoolTable({ members, order, onOrder, actions, top }: PoolTableProps) {
  const virtualizer = useWindowVirtualizer({
    count: members.length,
    estimateSize: () => ROW_PX,
    overscan: 10,
    scrollMargin: top,
    rangeExtractor: useFocusKept(members, { idOf }),
  });
  const rows = virtualizer.getVirtualItems();
  const after = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? top) - top);
  const head = { order, onOrder };

  return (
    <div className="overflow-clip rounded-lg border border-line bg-surface shadow-raised">
      <table aria-rowcount={members.length + 1} className="w-full table-fixed text-sm">
        <colgroup>
          <col className="w-[26%]" />
          <col className="w-34" />
          <col className="w-[18%]" />
          <col />
          {/* The column fits the longest possible number: a cut number could not be called. */}
          <col className="w-44" />
          <col className="w-24 touch:w-28" />
        </colgroup>
        <thead className="sticky top-0 z-10 bg-surface text-xs text-ink-muted shadow-[0_1px_0_var(--color-line)]">
          <tr aria-rowindex={1} className="h-10 *:first:pl-4 *:last:pr-2">
            <SortHeader sort="name" label="Name" {...head} />
            <SortHeader sort="role" label="Role" {...head} />
            <SortHeader sort="trade" label="Trade" {...head} />
            <SortHeader sort="projects" label="Projects" {...head} />
            <th scope="col" className="text-left font-medium">
              Phone
            </th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Gap height={roomBefore(rows, 0, top)} />
          {rows.map(({ index }, at) => {
            const member = members[index];
            return (
              member && (
                <Fragment key={member.id}>
                  {at > 0 && <Gap height={roomBefore(rows, at)} />}
                  <MemberRow index={index} member={member} actions={actions} />
                </Fragment>
              )
            );
          })}
          <Gap height={after} />
        </tbody>
      </table>
    </div>
  );
}

/** An empty row in place of the rows that are not rendered. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={6} className="p-0" style={{ height }} />
    </tr>
  );
}

const MemberRow = memo(function MemberRow(props: {
  index: number;
  member: PoolMember;
  actions: MemberActions;
}) {
  const { index, member, actions } = props;
  const name = fullName(member);
  return (
    <tr
      aria-rowindex={index + 2}
      data-item={member.id}
      className={cn(
        "border-b border-line last:border-b-0 hover:bg-hover/50 *:truncate *:pr-3 *:first:pl-4 *:last:pr-2",
        !member.isActive && "text-ink-muted",
      )}
      style={{ height: ROW_PX }}
    >
      <th scope="row" className="text-left font-normal">
        <span className="flex items-center gap-3">
          <Avatar name={name} />
          <span className="min-w-0">
            <span className="flex items-center gap-1.5 font-medium">
              <span title={name} className="truncate">
                {name}
              </span>
              <InactiveBadge member={member} />
            </span>
            {member.email !== null && (
              <a
                href={mailLink(member.email)}
                title={member.email}
                className="block truncate text-ink-muted underline-offset-4 hover:underline"
              >
                {member.email}
              </a>
            )}
          </span>
        </span>
      </th>
      <td>
        <RoleBadge member={member} />
      </td>
      <td title={member.trade ?? undefined}>{member.trade}</td>
      <td>
        <MemberProjects member={member} />
      </td>
      <td>{member.phone}</td>
      <td>
        <MemberButtons member={member} actions={actions} />
      </td>
    </tr>
  );
});
