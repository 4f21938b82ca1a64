import { Link } from "@tanstack/react-router";
import { Camera, ImagePlus } from "lucide-react";
import { Button } from "../../components/ui/button.tsx";
import { usePhotoPicker } from "./photo-picker.tsx";
import type { PhotoType } from "../../lib/photos/photo.ts";

interface PhotoFileInputProps {
  section: string;
  /** The stage and the unit for the camera. */
  camera: { projectId: string; unitId: string; type: PhotoType };
  onChoose: (files: File[]) => void;
}

/** The ways to add photos: from files, and on phones with the camera. */
export function PhotoFileInput({ section, camera, onChoose }: PhotoFileInputProps) {
  const { projectId, unitId, type } = camera;
  const files = usePhotoPicker({ label: `Files for ${section}`, onChoose });
  return (
    <>
      {files.input}
      <Button variant="outline" size="icon" className="hidden touch:inline-flex" asChild>
        <Link
          to="/projects/$projectId/units/$unitId/camera"
          params={{ projectId, unitId }}
          search={{ stage: type }}
          aria-label={`Take photos for ${section}`}
          title="Take Photos"
        >
          <Camera aria-hidden />
        </Link>
      </Button>
      <Button
        variant="outline"
        size="sm"
        title="Add Photos"
        className="max-sm:w-11"
        aria-label={`Add Photos to ${section}`}
        onClick={files.open}
      >
        <ImagePlus aria-hidden /> <span className="max-sm:hidden">Add Photos</span>
      </Button>
    </>
  );
}
