import { UserPlus } from "lucide-react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Button } from "../../components/ui/button.tsx";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { NotOnDevice } from "../../components/ui/not-on-device.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useChosen, useGone } from "../../hooks/address/use-chosen.ts";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { useLast } from "../../hooks/use-last.ts";
import { useFirstInSlices } from "../../hooks/reads/use-first-in-slices.ts";
import { useLateParts } from "../../hooks/reads/use-late-parts.ts";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { fullName } from "../../lib/format.ts";
import { screenDescriptions, screenTitles } from "../../lib/screen-titles.ts";
import type { PoolSearch } from "./pool-search.ts";
import type { PoolMember } from "./shown-members.ts";
import { PoolView } from "./pool-view.tsx";
import { useMemberDeletion } from "./use-member-deletion.ts";

/** The dialog and the rules of its form load after the pool. */
const MemberDialog = lazyPart(
  async () => ({ default: (await import("./member-dialog.tsx")).MemberDialog }),
  { isOpen: ({ subject }) => subject !== undefined },
);
const lateParts = [MemberDialog];

interface TeamMembersPageProps {
  search: PoolSearch;
  address: DialogAddress;
}

/** The team pool: members are searched, added, changed and deleted here. */
export function TeamMembersPage({ search, address }: TeamMembersPageProps) {
  const pool = useFirstInSlices(useLiveQuery(api.teamMembers.list, {}));
  const isMissing = useMissing(pool);
  useLateParts(lateParts);
  const { chosen: removed, choose: chooseToDelete } = useChosen(pool, "team member");
  const edits = search.dialog === "edit";
  useGone(pool, {
    id: edits ? search.member : undefined,
    ...{ word: "team member", address, parameters: "dialog member" },
  });
  const deleteTeamMember = useMemberDeletion();
  const actions = useMemo(
    () => ({
      edit: ({ id }: PoolMember) => address.open({ dialog: "edit", member: id }),
      remove: chooseToDelete,
    }),
    [address, chooseToDelete],
  );
  const add = () => address.open({ dialog: "add" });
  const edited = pool?.find(({ id }) => id === search.member);

  return (
    <Page>
      <PageHeader
        title={screenTitles["/team-management"]}
        description={screenDescriptions["/team-management"]}
        actions={
          <Button onClick={add}>
            <UserPlus aria-hidden /> Add Team Member
          </Button>
        }
      />
      {pool ? (
        <PoolView
          pool={pool}
          search={search}
          onChange={address.change}
          onAdd={add}
          actions={actions}
        />
      ) : isMissing ? (
        <NotOnDevice />
      ) : (
        <Placeholders />
      )}
      <MemberDialog
        subject={search.dialog === "add" ? "new" : edits ? edited : undefined}
        onClose={() => address.close(["dialog", "member"])}
      />
      <DeleteDialog
        member={removed}
        onClose={() => chooseToDelete(null)}
        onDelete={({ id }) => deleteTeamMember(id)}
      />
    </Page>
  );
}

interface DeleteDialogProps {
  member: PoolMember | undefined;
  onClose: () => void;
  onDelete: (member: PoolMember) => void;
}

function DeleteDialog({ member, onClose, onDelete }: DeleteDialogProps) {
  const shown = useLast(member);
  if (!shown) return null;
  return (
    <ConfirmDialog
      open={member !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Delete team member?"
      description={`${fullName(shown)} is removed from the team pool for good. Time that was recorded for them stays, without their name.`}
      confirmLabel="Delete Member"
      destructive
      onConfirm={() => {
        onClose();
        onDelete(shown);
        return Promise.resolve();
      }}
    />
  );
}

function Placeholders() {
  return (
    <div aria-busy className="grid gap-3">
      <Skeleton className="h-8 touch:h-11" />
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-96" />
    </div>
  );
}
