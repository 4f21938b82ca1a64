import { useEffect, useState } from "react";
import { type NamedPhoto, originalUrl, previewUrl } from "../../lib/photos/photo.ts";
import { useLocalPhoto } from "./use-local-photo.ts";

/**
 * The best image of a photo that can be shown now: first the preview, then the loaded original. Null when the browser
 * can show neither.
 */
export function usePhotoSource(photo: Pick<NamedPhoto, "filename">): {
  src: string | null;
  onError: () => void;
} {
  const local = useLocalPhoto(photo);
  const original = local?.original ?? originalUrl(photo);
  const preview = local?.preview ?? previewUrl(photo);
  const [loaded, setLoaded] = useState("");
  const [broken, setBroken] = useState<readonly string[]>([]);
  const markBroken = (url: string) => setBroken((urls) => [...urls, url]);

  useEffect(() => {
    const image = new Image();
    image.onload = () => setLoaded(original);
    image.onerror = () => markBroken(original);
    image.src = original;
    return () => {
      image.onload = image.onerror = null;
      // Stops the download of a photo that was only passed.
      image.src = "";
    };
  }, [original]);

  const src = loaded === original ? original : preview;
  const isBroken = broken.includes(src) && broken.includes(original);
  return { src: isBroken ? null : src, onError: () => markBroken(src) };
}
