import type { Called, RecordedWorkspace } from "../conflicts/recorded-workspace.ts";

const hourMs = 60 * 60_000;

/** Adds waiting rows to the counts, as the job does. */
export const settling: Called = { path: "jobs/counts:settle", args: { looks: 1 } };

export function newNote(unitId: string): Called {
  const content = "The tub drain is slow. Told the plumber, who comes tomorrow morning.";
  return { path: "unitNotes:create", args: { unitId, content } };
}

export function newTick(
  taskId: string,
  status: "not_started" | "in_progress" | "completed",
): Called {
  return { path: "tasks:update", args: { taskId, status } };
}

/** Builds a time entry of half a working day from `start`. */
export function newTimeEntry(projectId: string, start: number): Called {
  const startTime = new Date(start).toISOString();
  const endTime = new Date(start + 4 * hourMs).toISOString();
  const args = {
    projectId,
    startTime,
    endTime,
    date: startTime,
    description: "Paint, second coat",
  };
  return { path: "timeEntries:create", args };
}

/** Builds the report of a page that it shows a project, or a unit of it. */
export function newLook(page: string, place: { projectId: string; unitId?: string }): Called {
  return { path: "presence:look", args: { page, ...place } };
}

/** Builds the last call of a photo upload, for files that are stored already. */
export async function newPhoto(workspace: RecordedWorkspace, unitId: string): Promise<Called> {
  const sha256 = Buffer.alloc(32, Math.floor(workspace.random() * 256)).toString("hex");
  const storageId = await workspace.insertFile(sha256, 2_000_000);
  const previewId = await workspace.insertFile(sha256, 40_000);
  const args = {
    ...{ unitId, type: "progress", caption: "The wall beside the window, after the first coat" },
    ...{ photoDate: null, takenAt: workspace.now, taskId: null, rotation: 0 },
    ...{ filename: `${storageId}.jpg`, originalName: "IMG_2041.jpg", mimeType: "image/jpeg" },
    ...{ fileSize: 2_000_000, sha256, storageId, previewId },
  };
  return { path: "photoFiles:add", args, isInternal: true };
}
