import type { Ref } from "react";
import { PhotoImage } from "../../components/photo-image.tsx";
import { PhotoPlaceholder } from "../../components/photo-placeholder.tsx";
import { usePhotoSource } from "../../hooks/photos/use-photo-source.ts";
import { describePhoto, type ProjectPhoto } from "../../lib/photos/photo.ts";

interface ComparePhotoProps {
  photo: ProjectPhoto;
  ref?: Ref<HTMLImageElement>;
  onShape?: (image: HTMLImageElement) => void;
}

/** A photo of a pair, as large as its box: first the preview, then the original. */
export function ComparePhoto({ photo, ref, onShape }: ComparePhotoProps) {
  const { src, onError } = usePhotoSource(photo);
  if (src === null) {
    return (
      <div className="mx-auto flex size-full max-w-72 flex-col justify-center p-4">
        <PhotoPlaceholder photo={photo} />
      </div>
    );
  }
  return (
    <PhotoImage
      ref={ref}
      fit="contain"
      rotation={photo.rotation}
      src={src}
      alt={`${describePhoto(photo)}, ${photo.unitName}`}
      draggable={false}
      onError={onError}
      onLoad={({ currentTarget }) => onShape?.(currentTarget)}
    />
  );
}
