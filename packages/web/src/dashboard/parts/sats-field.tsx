import { type ReactNode, useId } from "react";
import { msatsOf } from "./typed-sats.ts";

type SatsFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** Sats. */
  readonly value?: string | undefined;
};

/** An amount, typed in sats. */
export function SatsField({ name, label, hint, value }: SatsFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={value}
        required
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** What was typed there, in msats; undefined when it is no amount above zero. */
export function msatsIn(form: FormData, name: string): string | undefined {
  const msats = msatsOf(String(form.get(name) ?? ""));
  return msats === "0" ? undefined : msats;
}

/** A text as it was typed; undefined when there is none. */
export function textIn(form: FormData, name: string): string | undefined {
  return String(form.get(name) ?? "").trim() || undefined;
}
