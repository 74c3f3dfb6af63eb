import { type ComponentProps, useId } from "react";

type FieldProps = Omit<ComponentProps<"input">, "id"> & {
  label: string;
  hint?: string | undefined;
  wrong?: string | undefined;
};

/** A field with its name above, what helps below, and what is wrong with it. */
export function Field({ label, hint, wrong, className = "", ...input }: FieldProps) {
  const id = useId();
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
