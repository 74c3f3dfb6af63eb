import type { ComponentProps } from "react";

export type Look = "main" | "second" | "plain" | "danger";

type ButtonProps = ComponentProps<"button"> & { busy?: boolean; look?: Look };

/** A busy button stays where it is and keeps the focus; what it does looks after itself. */
export function Button({ busy = false, look = "main", children, type = "button", ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} className={`button ${look}`} aria-busy={busy}>
      {busy && <Spinner />}
      <span>{children}</span>
    </button>
  );
}

export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
