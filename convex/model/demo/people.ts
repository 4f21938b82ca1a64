import type { MemberRole, UserRole } from "../../rules/labels.ts";

type DemoUser = { localPart: string; firstName: string; lastName: string; role: UserRole };

/** The demo users: the people of the demo provider who belong to the company. */
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

/** The team members of the demo pool. */
export const demoMembers: readonly DemoMember[] = [
  member("Priya Nair", "project_manager", { trade: "Project Coordinator", phone: "555-0101" }),
  member("Daniel Brooks", "project_manager", { trade: "Project Coordinator", phone: "555-0102" }),
  member("Lena Fischer", "supervisor", { trade: "General Construction", phone: "555-0103" }),
  member("Marcus Hill", "supervisor", { trade: "General Construction", phone: "555-0104" }),
  member("Rosa Delgado", "crew_member", { trade: "Painter", phone: "555-0105" }),
  member("Tom Nguyen", "crew_member", { trade: "Drywall Installer", phone: "555-0106" }),
  member("Grace Kim", "crew_member", { trade: "Flooring Specialist", phone: "555-0107" }),
  member("Omar Haddad", "contractor", { trade: "Plumber", phone: "555-0108" }),
  member("Julia Novak", "contractor", { trade: "Electrician", phone: "555-0109" }),
  member("Ben Carter", "crew_member", { trade: "Maintenance Technician", phone: null }),
  member("Chloe Martin", "contractor", { trade: "Window Cleaning", phone: "555-0111" }),
  {
    ...member("Walt Jensen", "crew_member", { trade: "Painter", phone: "555-0112" }),
    isActive: false,
  },
];

function member(
  name: string,
  role: MemberRole,
  contact: Pick<DemoMember, "trade" | "phone">,
): DemoMember {
  const [firstName = "", lastName = ""] = name.split(" ");
  return { firstName, lastName, role, ...contact, isActive: true };
}
