import { useId } from "react";
import { TitledDialog } from "../../components/titled-dialog.tsx";
import { Checkbox } from "../../components/ui/checkbox.tsx";
import { DialogBody } from "../../components/ui/dialog.tsx";
import { useStore } from "../../hooks/use-store.ts";
import { boundKeys, KEY_GROUPS, type KeyBinding } from "../../lib/keys/keys.ts";
import { KeyCaps } from "../../components/key-caps.tsx";
import { useKeysSwitch } from "./keys-switch.ts";

/** The keys that are in force on this page, and the switch that turns them off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const bindings = useStore(boundKeys, (bound) => bound);
  const { isOn, set } = useKeysSwitch();
  const switchId = useId();
  return (
    <TitledDialog
      open
      onClose={onClose}
      size="lg"
      title="Keys"
      description="What the keyboard does on this page."
    >
      <DialogBody>
        <div className="mb-4 flex items-start gap-2.5 text-base">
          <Checkbox
            id={switchId}
            aria-describedby={`${switchId}-why`}
            className="mt-1"
            checked={isOn}
            onCheckedChange={(next) => set(next === true)}
          />
          <div>
            <label htmlFor={switchId}>Keys without Ctrl or ⌘</label>
            <p id={`${switchId}-why`} className="text-sm text-ink-muted">
              Switch them off when a voice or a slip of the hand sets them off. This counts for you
              on this device.
            </p>
          </div>
        </div>
        <div className="gap-8 sm:columns-2">
          {KEY_GROUPS.map((group) => (
            <KeyGroup
              key={group}
              group={group}
              isOn={isOn}
              bindings={bindings.filter((binding) => binding.group === group)}
            />
          ))}
        </div>
      </DialogBody>
    </TitledDialog>
  );
}

interface KeyGroupProps {
  group: string;
  isOn: boolean;
  bindings: readonly KeyBinding[];
}

function KeyGroup({ group, isOn, bindings }: KeyGroupProps) {
  const acts = [...new Set(bindings.map(({ does }) => does))];
  const keysOf = (act: string) => [
    ...new Set(bindings.filter(({ does }) => does === act).map(({ keys }) => keys)),
  ];
  const inForce = (keys: string) => isOn || keys.startsWith("mod+");
  const shown = acts.filter((act) => keysOf(act).some(inForce));
  if (shown.length === 0) return null;
  return (
    <section className="mb-4 break-inside-avoid">
      <h3 className="mb-1 text-sm font-semibold">{group}</h3>
      <dl className="divide-y divide-line border-y border-line text-sm">
        {shown.map((act) => (
          <div key={act} className="flex min-h-9 items-center justify-between gap-4 py-1">
            <dt className="min-w-0 break-words">{act}</dt>
            <dd className="flex shrink-0 items-center gap-1.5 text-xs text-ink-muted">
              {keysOf(act)
                .filter(inForce)
                .map((keys, at) => (
                  <span key={keys} className="flex items-center gap-1.5">
                    {at > 0 && "or"}
                    <KeyCaps keys={keys} />
                  </span>
                ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
