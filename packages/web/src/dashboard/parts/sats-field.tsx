import { Field } from "../../ui/field.tsx";
import { msatsOf } from "./typed-sats.ts";

type SatsFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Sats. */
  readonly value?: string | undefined;
};

/** An amount, typed in sats. */
export function SatsField({ value, ...field }: SatsFieldProps) {
  return <Field {...field} inputMode="decimal" autoComplete="off" defaultValue={value} required />;
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
