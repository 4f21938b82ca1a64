import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { can } from "../../../convex/rules/permissions.ts";
import { useViewer } from "../../hooks/people/use-viewer.ts";
import type { KeyBinding } from "../../lib/keys/keys.ts";
import { projectPages, workspacePages } from "../../lib/pages.ts";

/** The keys that lead to the pages of the viewer and of the selected project. */
export function usePageKeys(project: { id: string; name: string } | null): readonly KeyBinding[] {
  const router = useRouter();
  const { role } = useViewer();
  const projectId = project?.id;
  const projectName = project?.name;
  return useMemo(() => {
    const isOpenTo = ({ needs }: (typeof workspacePages | typeof projectPages)[number]) =>
      needs === undefined || can(role, needs);
    const go = (letter: string, name: string, navigate: () => Promise<void>): KeyBinding => ({
      keys: `g ${letter}`,
      does: name,
      group: "Pages",
      run: () => {
        void navigate();
        return true;
      },
    });
    const ofWorkspace = workspacePages
      .filter(isOpenTo)
      .map(({ letter, label, to }) => go(letter, label, () => router.navigate({ to })));
    if (projectId === undefined) return ofWorkspace;
    const ofProject = projectPages
      .filter(isOpenTo)
      .map(({ letter, label, to }) =>
        go(letter, `${label} of ${projectName ?? "the project"}`, () =>
          router.navigate({ to, params: { projectId } }),
        ),
      );
    return [...ofWorkspace, ...ofProject];
  }, [router, role, projectId, projectName]);
}
