import { useMemo } from "react";
import { useDialogAddress } from "../../../hooks/address/use-dialog-address.ts";

/** The functions that change the photo in the viewer. */
export interface PhotoAddress {
  show: (photoId: string) => void;
  step: (photoId: string) => void;
  close: () => void;
}

/** Keeps the open photo in the address of the page, so that Back closes the viewer. */
export function usePhotoAddress(): PhotoAddress {
  const address = useDialogAddress();
  return useMemo(
    () => ({
      show: (photo) => address.open({ photo }),
      step: (photo) => address.change({ photo }),
      close: () => address.close(["photo"]),
    }),
    [address],
  );
}
