type Searched = {
  firstName: string;
  lastName: string;
  email: string | null;
  trade: string | null;
  phone: string | null;
};

/** True when a team member's full name, email, trade or phone holds this text; letter case does not matter. */
export function memberMatches(member: Searched, text: string): boolean {
  const sought = text.trim().toLocaleLowerCase();
  if (sought === "") return true;
  const name = `${member.firstName} ${member.lastName}`;
  return [name, member.email, member.trade, member.phone].some(
    (field) => field?.toLocaleLowerCase().includes(sought) === true,
  );
}
