import { Camera, ImagePlus } from "lucide-react";
import { useRef, type ChangeEvent } from "react";
import { photoTypesByExtension } from "../../../convex/rules/inputs/photos.ts";
import { Button } from "../../components/ui/button.tsx";

const extensions = Object.keys(photoTypesByExtension).map((extension) => `.${extension}`);
const accept = [...new Set(Object.values(photoTypesByExtension)), ...extensions].join(",");

/** The ways to choose photos: from files, and on phones with the camera. */
export function PhotoFileInput(props: { section: string; onChoose: (files: File[]) => void }) {
  const { section, onChoose } = props;
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);

  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])]);
    // Choosing the same file again is a choice too.
    target.value = "";
  };

  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label={`Files for ${section}`}
        onChange={take}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={`Camera for ${section}`}
        onChange={take}
      />
      <Button
        variant="outline"
        size="icon"
        aria-label={`Take a photo for ${section}`}
        title="Take Photo"
        className="hidden touch:inline-flex"
        onClick={() => camera.current?.click()}
      >
        <Camera aria-hidden />
      </Button>
      <Button
        variant="outline"
        size="sm"
        title="Add Photos"
        className="max-sm:w-11"
        aria-label={`Add Photos to ${section}`}
        onClick={() => files.current?.click()}
      >
        <ImagePlus aria-hidden /> <span className="max-sm:hidden">Add Photos</span>
      </Button>
    </>
  );
}
