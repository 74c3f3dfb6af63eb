import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useRamp } from "./context.ts";

/** Whether a step was shown before: the first one must not take the focus from the page around the frame. */
let shownBefore = false;

/** A step with its heading, which gets the focus so that a reader hears where it is. */
export function StepView({ title, icon, children }: { title: string; icon?: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another thing to read
  useLayoutEffect(() => {
    if (shownBefore) heading.current?.focus();
    shownBefore = true;
  }, [title]);
  return (
    <section className={icon === undefined ? "step" : "step centered"}>
      {icon}
      <h1 ref={heading} tabIndex={-1}>
        {withWholeWords(title)}
      </h1>
      {children}
    </section>
  );
}

/** Browsers break a line after the hyphen of "e-mail". */
function withWholeWords(text: string): ReactNode {
  const [, before, word, after = ""] = /^(.*?)(e-mail)(.*)$/is.exec(text) ?? [];
  if (word === undefined) return text;
  return (
    <>
      {before}
      <span className="whole">{word}</span>
      {withWholeWords(after)}
    </>
  );
}

type ButtonProps = ComponentProps<"button"> & { busy?: boolean; look?: "main" | "second" | "plain" };

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

/** Says what the page waits for. Its place is there before, so that readers of screens hear it. */
export function Waiting({ children }: { children: string | undefined }) {
  return (
    <p role="status" className="waiting">
      {children !== undefined && (
        <>
          <Spinner /> {children}
        </>
      )}
    </p>
  );
}

export function Alert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="alert-box">
      {children !== undefined && children !== "" && <p className="notice bad">{children}</p>}
    </div>
  );
}

export function Notice({ children, kind = "" }: { children: ReactNode; kind?: "" | "good" | "bad" }) {
  return <p className={`notice ${kind}`}>{children}</p>;
}

type FieldProps = Omit<ComponentProps<"input">, "id"> & {
  label: string;
  hint?: string | undefined;
  wrong?: string | undefined;
};

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

/** Names and values, such as of a quote. */
export function Rows({
  rows,
}: {
  rows: readonly (readonly [name: string, value: ReactNode, kind?: "total" | undefined])[];
}) {
  return (
    <dl className="rows">
      {rows.map(([name, value, kind]) => (
        <div key={name} className={kind}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const PATHS = {
  copy: "M9 9h11v11H9zM5.5 15H4V4h11v1.5",
  check: "M5 12.5l4.5 4.5L19 7.5",
  cross: "M6.5 6.5l11 11M17.5 6.5l-11 11",
  clock: "M12 6.5V12l3.5 2.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z",
  mail: "M3.5 6.5h17v11h-17zM4 7l8 6 8-6",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5",
  back: "M10.5 5.5L4 12l6.5 6.5M4.5 12H20",
  bank: "M4 10l8-5 8 5M5 10v8M9.7 10v8M14.3 10v8M19 10v8M3.5 19.5h17",
} as const;

export function Icon({ name, size = 20 }: { name: keyof typeof PATHS; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** To another amount. */
export function BackButton({ onBack, busy = false }: { onBack: () => void; busy?: boolean }) {
  const { t } = useRamp();
  return (
    <Button look="plain" busy={busy} onClick={onBack}>
      <Icon name="back" size={16} /> {t("ramp_card_back")}
    </Button>
  );
}

/** The big sign above a heading. */
export function Sign({ name, kind }: { name: keyof typeof PATHS; kind: "good" | "bad" | "soft" }) {
  return (
    <span className={`sign ${kind}`}>
      <Icon name={name} size={30} />
    </span>
  );
}

/** Says that the page is done with. Where nobody would hear it, it leads back to where the person came from. */
export function CloseButton({ look = "main", children }: { look?: "main" | "second"; children: ReactNode }) {
  const { announce, canClose, store, t } = useRamp();
  const view = store.view();
  const { return_url, project } = view.kind === "open" ? view.state.session : { return_url: null, project: "" };
  if (!canClose && return_url !== null && /^https?:/.test(return_url))
    return (
      <a className={`button ${look}`} href={return_url} rel="noreferrer">
        {t("ramp_back_to", { project })}
      </a>
    );
  if (!canClose) return <p className="soft">{t("ramp_close_window")}</p>;
  return (
    <Button look={look} onClick={() => announce({ type: "close" })}>
      {children}
    </Button>
  );
}
