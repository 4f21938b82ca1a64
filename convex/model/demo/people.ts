import type { MemberRole, UserRole } from "../labels.ts";

type DemoUser = { localPart: string; firstName: string; lastName: string; role: UserRole };

/** The people of the demo provider who belong to the company. */
export const demoUsers: readonly DemoUser[] = [
  { localPart: "admin", firstName: "Avery", lastName: "Collins", role: "account_administrator" },
  { localPart: "manager", firstName: "Morgan", lastName: "Reyes", role: "project_manager" },
  { localPart: "supervisor", firstName: "Sam", lastName: "Okafor", role: "project_supervisor" },
];

type DemoMember = {
  firstName: string;
  lastName: string;
  role: MemberRole;
  trade: string | null;
  phone: string | null;
  isActive: boolean;
};

/** The demo pool. */
export const demoMembers: readonly DemoMember[] = [
  member("Priya Nair", "project_manager", "Project Coordinator", "555-0101"),
  member("Daniel Brooks", "project_manager", "Project Coordinator", "555-0102"),
  member("Lena Fischer", "supervisor", "General Construction", "555-0103"),
  member("Marcus Hill", "supervisor", "General Construction", "555-0104"),
  member("Rosa Delgado", "crew_member", "Painter", "555-0105"),
  member("Tom Nguyen", "crew_member", "Drywall Installer", "555-0106"),
  member("Grace Kim", "crew_member", "Flooring Specialist", "555-0107"),
  member("Omar Haddad", "contractor", "Plumber", "555-0108"),
  member("Julia Novak", "contractor", "Electrician", "555-0109"),
  member("Ben Carter", "crew_member", "Maintenance Technician", null),
  member("Chloe Martin", "contractor", "Window Cleaning", "555-0111"),
  { ...member("Walt Jensen", "crew_member", "Painter", "555-0112"), isActive: false },
];

function member(
  name: string,
  role: MemberRole,
  trade: string | null,
  phone: string | null,
): DemoMember {
  const [firstName = "", lastName = ""] = name.split(" ");
  return { firstName, lastName, role, trade, phone, isActive: true };
}
