import { productName } from "../../../../convex/rules/labels.ts";
import { TitledDialog } from "../../../components/titled-dialog.tsx";
import { DialogBody } from "../../../components/ui/dialog.tsx";
import { installSteps } from "./install-steps.ts";

/** The instructions for installing the app, for browsers that do not offer it. */
export function InstallDialog({ onClose }: { onClose: () => void }) {
  const { isSecureContext, navigator } = window;
  const steps = installSteps({ isSecureContext, userAgent: navigator.userAgent });
  return (
    <TitledDialog
      open
      onClose={onClose}
      title="Install app"
      description={`${productName} gets a place on the home screen, opens without a browser around it, and opens without a signal.`}
    >
      <DialogBody>
        <ol className="grid list-decimal gap-2 pl-5 text-base">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </DialogBody>
    </TitledDialog>
  );
}
