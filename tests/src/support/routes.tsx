import { createRootRoute, createRoute, useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { BoardScreen } from "../../../src/app/board-screen.tsx";
import { PhotoWallScreen } from "../../../src/app/photo-wall-screen.tsx";
import { AuditPage } from "../../../src/features/audit/audit-page.tsx";
import { auditSearch } from "../../../src/features/audit/audit-search.ts";
import { boardSearch } from "../../../src/features/board/contents/board-search.ts";
import { ComparePage } from "../../../src/features/compare/compare-page.tsx";
import { compareSearch } from "../../../src/features/compare/compare-search.ts";
import { UnitHistory } from "../../../src/features/history/lazy-unit-history.tsx";
import { ProjectHistoryPage } from "../../../src/features/history/project-history-page.tsx";
import { NotesPanel } from "../../../src/features/notes/notes-panel.tsx";
import { UnsavedNotes } from "../../../src/features/notes/unsaved-notes.tsx";
import { wallSearch } from "../../../src/features/photo-wall/wall-search.ts";
import { CameraPage } from "../../../src/features/photos/camera/camera-page.tsx";
import { cameraSearch } from "../../../src/features/photos/camera/camera-search.ts";
import { PhotosPanel } from "../../../src/features/photos/photos-panel.tsx";
import { ProjectTeamPage } from "../../../src/features/project-team/project-team-page.tsx";
import { teamSearch } from "../../../src/features/project-team/team-search.ts";
import { ProjectsPage } from "../../../src/features/projects/projects-page.tsx";
import { projectsSearch } from "../../../src/features/projects/projects-search.ts";
import { ReportsPage } from "../../../src/features/reports/reports-page.tsx";
import { reportsSearch } from "../../../src/features/reports/run/reports-search.ts";
import { RequirePermission } from "../../../src/features/shell/require-permission.tsx";
import { AssignTasksDialog } from "../../../src/features/tasks/assign/assign-tasks-dialog.tsx";
import { TasksPanel } from "../../../src/features/tasks/tasks-panel.tsx";
import { poolSearch } from "../../../src/features/team-members/pool-search.ts";
import { TeamMembersPage } from "../../../src/features/team-members/team-members-page.tsx";
import { TimesheetPage } from "../../../src/features/time/timesheet-page.tsx";
import { timesheetSearch } from "../../../src/features/time/week/timesheet-search.ts";
import { TrashPage } from "../../../src/features/trash/trash-page.tsx";
import { trashSearch } from "../../../src/features/trash/trash-search.ts";
import type { UnitPanels } from "../../../src/features/units/unit-panel.tsx";
import { UnitsPage } from "../../../src/features/units/units-page.tsx";
import { unitsSearch } from "../../../src/features/units/units-search.ts";
import { UsersPage } from "../../../src/features/users/users-page.tsx";
import { usersSearch } from "../../../src/features/users/users-search.ts";
import { historySearch } from "../../../src/lib/history/history-search.ts";
import { useDialogAddress } from "../../../src/hooks/address/use-dialog-address.ts";

const panels: UnitPanels = {
  tasks: (unit) => <TasksPanel {...unit} />,
  photos: function Photos(unit) {
    return <PhotosPanel {...unit} shownId={useSearch({ strict: false }).photo} />;
  },
  notes: ({ unitId }) => <NotesPanel unitId={unitId} />,
  history: ({ unitId }) => <UnitHistory unitId={unitId} />,
};

const renderUnsaved = (unitId: string) => <UnsavedNotes unitId={unitId} />;

/** Makes the routes of the tested pages. Route objects belong to one router, so each router needs new ones. */
export function createRoutes() {
  const root = createRootRoute();

  const projectsRoute = createRoute({
    getParentRoute: () => root,
    path: "/projects",
    validateSearch: projectsSearch,
    component: function Projects() {
      return (
        <ProjectsPage
          search={projectsRoute.useSearch()}
          address={useDialogAddress()}
          renderAssign={(project, onClose) => (
            <AssignTasksDialog
              target={project && { projectId: project.id, name: project.name }}
              onClose={onClose}
            />
          )}
        />
      );
    },
  });

  const unitsRoute = createRoute({
    getParentRoute: () => root,
    path: "/projects/$projectId/units",
    validateSearch: unitsSearch,
    component: function Units() {
      const { projectId = "" } = useParams({ strict: false });
      return (
        <UnitsPage
          projectId={projectId}
          search={unitsRoute.useSearch()}
          address={useDialogAddress()}
          panels={panels}
          renderUnsaved={renderUnsaved}
          renderAssign={(unit, onClose) => (
            <AssignTasksDialog
              target={unit && { unitId: unit.id, name: unit.name, teamOf: unit.projectId }}
              onClose={onClose}
            />
          )}
        />
      );
    },
  });

  const cameraRoute = createRoute({
    getParentRoute: () => root,
    path: "/projects/$projectId/units/$unitId/camera",
    validateSearch: cameraSearch,
    component: function Camera() {
      const { projectId = "", unitId = "" } = useParams({ strict: false });
      const search = cameraRoute.useSearch();
      return <CameraPage {...{ projectId, unitId, search }} address={useDialogAddress()} />;
    },
  });

  const boardRoute = createRoute({
    getParentRoute: () => root,
    path: "/projects/$projectId/board",
    validateSearch: boardSearch,
    component: function ProjectBoard() {
      const { projectId = "" } = useParams({ strict: false });
      const projectIds = useMemo(() => [projectId], [projectId]);
      const search = boardRoute.useSearch();
      return (
        <BoardScreen
          projectIds={projectIds}
          projectId={projectId}
          subject="Oak Court"
          showsProject={false}
          search={search}
        />
      );
    },
  });

  const wallRoute = createRoute({
    getParentRoute: () => root,
    path: "/projects/$projectId/photos",
    validateSearch: wallSearch,
    component: function Photos() {
      const { projectId = "" } = useParams({ strict: false });
      return <PhotoWallScreen projectId={projectId} search={wallRoute.useSearch()} />;
    },
  });

  const historyRoute = createRoute({
    getParentRoute: () => root,
    path: "/projects/$projectId/history",
    validateSearch: historySearch,
    component: function ProjectHistory() {
      const { projectId = "" } = useParams({ strict: false });
      return (
        <ProjectHistoryPage
          projectId={projectId}
          search={historyRoute.useSearch()}
          address={useDialogAddress()}
        />
      );
    },
  });

  const compareRoute = createRoute({
    getParentRoute: () => root,
    path: "/projects/$projectId/compare",
    validateSearch: compareSearch,
    component: function Compare() {
      const { projectId = "" } = useParams({ strict: false });
      return (
        <ComparePage
          projectId={projectId}
          search={compareRoute.useSearch()}
          address={useDialogAddress()}
        />
      );
    },
  });

  const reportsRoute = createRoute({
    getParentRoute: () => root,
    path: "/reports",
    validateSearch: reportsSearch,
    component: function Reports() {
      return <ReportsPage search={reportsRoute.useSearch()} address={useDialogAddress()} />;
    },
  });

  const usersRoute = createRoute({
    getParentRoute: () => root,
    path: "/user-management",
    validateSearch: usersSearch,
    component: function Users() {
      return (
        <RequirePermission
          permission="users:write"
          refusal="You don't have permission to manage users."
        >
          <UsersPage search={usersRoute.useSearch()} address={useDialogAddress()} />
        </RequirePermission>
      );
    },
  });

  const auditRoute = createRoute({
    getParentRoute: () => root,
    path: "/audit",
    validateSearch: auditSearch,
    component: function Audit() {
      return (
        <RequirePermission
          permission="audit:read"
          refusal="You don't have permission to read the audit log."
        >
          <AuditPage search={auditRoute.useSearch()} address={useDialogAddress()} />
        </RequirePermission>
      );
    },
  });

  const trashRoute = createRoute({
    getParentRoute: () => root,
    path: "/trash",
    validateSearch: trashSearch,
    component: function Trash() {
      return (
        <RequirePermission
          permission="trash:write"
          refusal="You don't have permission to read the trash."
        >
          <TrashPage search={trashRoute.useSearch()} address={useDialogAddress()} />
        </RequirePermission>
      );
    },
  });

  const timesheetRoute = createRoute({
    getParentRoute: () => root,
    path: "/projects/$projectId/time-tracking",
    validateSearch: timesheetSearch,
    component: function TimeTracking() {
      const { projectId = "" } = useParams({ strict: false });
      const navigate = timesheetRoute.useNavigate();
      return (
        <TimesheetPage
          projectId={projectId}
          search={timesheetRoute.useSearch()}
          address={useDialogAddress()}
          onWeek={(week) => void navigate({ search: week === null ? {} : { week } })}
        />
      );
    },
  });

  const teamRoute = createRoute({
    getParentRoute: () => root,
    path: "/projects/$projectId/team",
    validateSearch: teamSearch,
    component: function Team() {
      const { projectId = "" } = useParams({ strict: false });
      return (
        <ProjectTeamPage
          projectId={projectId}
          search={teamRoute.useSearch()}
          address={useDialogAddress()}
        />
      );
    },
  });

  const poolRoute = createRoute({
    getParentRoute: () => root,
    path: "/team-management",
    validateSearch: poolSearch,
    component: function Pool() {
      return <TeamMembersPage search={poolRoute.useSearch()} address={useDialogAddress()} />;
    },
  });

  return root.addChildren([
    projectsRoute,
    unitsRoute,
    cameraRoute,
    boardRoute,
    wallRoute,
    historyRoute,
    compareRoute,
    reportsRoute,
    timesheetRoute,
    usersRoute,
    auditRoute,
    trashRoute,
    teamRoute,
    poolRoute,
  ]);
}
