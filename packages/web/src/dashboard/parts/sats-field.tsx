import { type ReactNode, useId } from "react";
import { satsText } from "../../ui/format.ts";

type SatsFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** Whole sats. */
  readonly value?: string | undefined;
};

/** An amount, typed in whole sats. */
export function SatsField({ name, label, hint, value }: SatsFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        inputMode="numeric"
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

/** What was typed there, in msats; undefined when it is no whole number of sats. */
export function msatsIn(form: FormData, name: string, locale: string): string | undefined {
  const sats = satsText(String(form.get(name) ?? ""), locale);
  return sats === undefined ? undefined : `${sats}000`;
}

/** A text as it was typed; undefined when there is none. */
export function textIn(form: FormData, name: string): string | undefined {
  return String(form.get(name) ?? "").trim() || undefined;
}
