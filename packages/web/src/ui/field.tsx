import { type ComponentProps, useContext, useId } from "react";
import { WrongFields } from "./wrong-fields.ts";

type FieldProps = Omit<ComponentProps<"input">, "id"> & {
  label: string;
  hint?: string | undefined;
  wrong?: string | undefined;
};

/** A field with its name above, what helps below, and what is wrong with it: as it is given here, or by its form. */
export function Field({ label, hint, wrong: own, className = "", ...input }: FieldProps) {
  const id = useId();
  const ofForm = useContext(WrongFields);
  const wrong = own ?? (input.name === undefined ? undefined : ofForm[input.name]);
  const described = [hint !== undefined && `${id}-hint`, wrong !== undefined && `${id}-wrong`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} aria-invalid={wrong !== undefined} aria-describedby={described || undefined} />
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className="wrong" id={`${id}-wrong`} role="alert">
        {wrong}
      </p>
    </div>
  );
}
