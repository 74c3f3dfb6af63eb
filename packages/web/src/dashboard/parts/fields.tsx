import { type ComponentProps, useContext, useId } from "react";
import { WrongFields } from "../../ui/wrong-fields.ts";

type AreaProps = Omit<ComponentProps<"textarea">, "id"> & {
  label: string;
  hint?: string | undefined;
  wrong?: string | undefined;
};

/** A field of several lines, as `Field` is one of one line. */
export function Area({ label, hint, wrong: own, ...area }: AreaProps) {
  const id = useId();
  const ofForm = useContext(WrongFields);
  const wrong = own ?? (area.name === undefined ? undefined : ofForm[area.name]);
  const described = [hint !== undefined && `${id}-hint`, `${id}-wrong`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea {...area} id={id} aria-invalid={wrong !== undefined} aria-describedby={described} />
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

type PickProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onPick: (value: string) => void;
  readonly hint?: string;
};

/** One of a few. */
export function Pick({ label, value, options, onPick, hint }: PickProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ currentTarget }) => onPick(currentTarget.value)}
      >
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
