import { createContext, useContext } from "react";

type FieldControl = { id: string; describedBy: string | undefined; invalid: boolean };

/** The id, description and validity that a Field gives to the control inside it. */
export const FieldContext = createContext<FieldControl | null>(null);

/** The attributes that tie a control to the Field around it; empty outside a Field. */
export function useFieldControl(): {
  id?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
} {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    ...(field.describedBy !== undefined && { "aria-describedby": field.describedBy }),
    ...(field.invalid && { "aria-invalid": true as const }),
  };
}
