import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { trades } from "../../../convex/rules/labels.ts";
import { Button } from "../../components/ui/button.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { Select } from "../../components/ui/select.tsx";

const CUSTOM = "custom";

const options = [
  ...trades.map((trade) => ({ value: trade, label: trade })),
  { value: CUSTOM, label: "Custom trade…" },
];

interface TradeFieldProps {
  value: string;
  error: string | undefined;
  onChange: (trade: string) => void;
  news: ReactNode;
}

/** A trade from the list, or as free text. */
export function TradeField({ value, error, onChange, news }: TradeFieldProps) {
  const isListed = (trades as readonly string[]).includes(value);
  const [isTyped, setIsTyped] = useState(false);
  // A value that arrives later from outside may be free text too.
  const isCustom = isTyped || (value !== "" && !isListed);
  const chosen = isCustom ? CUSTOM : value === "" ? null : value;

  const choose = (option: string) => {
    setIsTyped(option === CUSTOM);
    onChange(option === CUSTOM ? "" : option);
  };

  return (
    <>
      <Field label="Trade" error={isCustom ? undefined : error}>
        <div className="flex gap-1">
          <Select
            options={options}
            value={chosen}
            onValueChange={choose}
            placeholder="Select a trade"
          />
          {chosen !== null && (
            <Button
              variant="ghost"
              size="icon"
              title="Clear Trade"
              aria-label="Clear trade"
              onClick={() => choose("")}
            >
              <X aria-hidden />
            </Button>
          )}
        </div>
        {!isCustom && news}
      </Field>
      {isCustom && (
        <Field label="Custom Trade" error={error}>
          <Input
            autoComplete="off"
            value={value}
            onChange={(event) => {
              setIsTyped(true);
              onChange(event.target.value);
            }}
          />
          {news}
        </Field>
      )}
    </>
  );
}
