import { SearchX, UserPlus } from "lucide-react";
import { useCallback, useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { maxListedUsers } from "../../../convex/rules/listedUsers.ts";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { useGone } from "../../hooks/address/use-chosen.ts";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { NotOnDevice } from "../../components/ui/not-on-device.tsx";
import { useFirstInSlices } from "../../hooks/reads/use-first-in-slices.ts";
import { useLateParts } from "../../hooks/reads/use-late-parts.ts";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { useViewer } from "../../hooks/people/use-viewer.ts";
import { formatCount } from "../../lib/format.ts";
import { screenDescriptions, screenTitles } from "../../lib/screen-titles.ts";
import { useAllowedAddresses } from "./use-allowed-addresses.ts";
import { shownUsers, type User } from "./user-filter.ts";
import { UserList, UserListSkeleton } from "./user-list.tsx";
import { UserSearchField } from "./user-search-field.tsx";
import type { UserDialog, UsersSearch } from "./users-search.ts";

/** The dialogs and the rules of their forms load after the list. */
const UserDialogs = lazyPart(
  async () => ({ default: (await import("./user-dialogs.tsx")).UserDialogs }),
  { isOpen: ({ dialog }) => dialog !== undefined },
);
const lateParts = [UserDialogs];

/** The largest number of users without a search field. */
const HANDFUL = 6;

interface UsersPageProps {
  search: UsersSearch;
  address: DialogAddress;
}

/** All user accounts: they are added, given roles and deleted here. */
export function UsersPage({ search, address }: UsersPageProps) {
  const users = useFirstInSlices(useLiveQuery(api.users.list, {}));
  const isMissing = useMissing(users);
  useLateParts(lateParts);
  const allowed = useAllowedAddresses();
  const viewer = useViewer();
  const text = search.q ?? "";
  const shown = useMemo(() => users && shownUsers(users, text), [users, text]);
  const subject = users?.find((user) => user.id === search.user);
  useGone(users, {
    id: search.dialog === "delete" ? undefined : search.user,
    ...{ word: "user", address, parameters: "dialog user" },
  });
  const open = useCallback(
    (dialog: UserDialog, user: User) => address.open({ dialog, user: user.id }),
    [address],
  );
  const close = () => address.close(["dialog", "user"]);
  const isSearched = text !== "" || (users?.length ?? 0) > HANDFUL;

  return (
    <Page>
      <PageHeader
        title={screenTitles["/user-management"]}
        description={screenDescriptions["/user-management"]}
        actions={
          <Button onClick={() => address.open({ dialog: "add" })}>
            <UserPlus aria-hidden /> Add User
          </Button>
        }
      />
      <div className="grid gap-3">
        {users && isSearched && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <UserSearchField
              initial={text}
              onSearch={(q) => address.change({ q: q === "" ? null : q })}
            />
            <p role="status" className="text-sm text-ink-muted tabular-nums">
              {text === ""
                ? formatCount(users.length, "user")
                : `${String(shown?.length ?? 0)} of ${formatCount(users.length, "user")}`}
            </p>
          </div>
        )}
        {shown === undefined && (isMissing ? <NotOnDevice /> : <UserListSkeleton />)}
        {shown?.length === 0 && (
          <EmptyState
            icon={SearchX}
            title="No users found"
            description={`Nobody's name, email or role matches "${text}".`}
          />
        )}
        {shown !== undefined && shown.length > 0 && (
          <UserList users={shown} viewerId={viewer.id} onOpen={open} />
        )}
        {users && users.length >= maxListedUsers && (
          <p className="text-sm text-ink-muted">
            Only the {maxListedUsers} oldest accounts are listed here.
          </p>
        )}
      </div>
      <UserDialogs
        dialog={search.dialog}
        user={subject}
        viewerId={viewer.id}
        allowed={allowed}
        onClose={close}
      />
    </Page>
  );
}
