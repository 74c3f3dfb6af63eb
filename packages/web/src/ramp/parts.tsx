import type { ReactNode } from "react";
import { Button, Spinner } from "../ui/button.tsx";
import { BACK, CLOCK, Icon } from "../ui/icon.tsx";
import { useHeading } from "../ui/use-heading.ts";
import { useRamp } from "./context.ts";
import { isFromOwnWallet } from "./own-wallet.ts";

/** A step with its heading, which gets the focus so that a reader hears where it is. */
export function StepView({ title, icon, children }: { title: string; icon?: ReactNode; children: ReactNode }) {
  const heading = useHeading(title);
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

/** A time that counts down: it is seen, and not read aloud each second. */
export function TimeLeft({ isOver = false, children }: { isOver?: boolean; children: string }) {
  return (
    <p className={isOver ? "deadline over" : "deadline"} aria-hidden={!isOver}>
      <Icon path={CLOCK} size={16} /> {children}
    </p>
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

/** To another amount. */
export function BackButton({ onBack, busy = false }: { onBack: () => void; busy?: boolean }) {
  const { t } = useRamp();
  return (
    <Button look="plain" busy={busy} onClick={onBack}>
      <Icon path={BACK} size={16} /> {t("ramp_card_back")}
    </Button>
  );
}

/** The big sign above a heading. */
export function Sign({ path, kind }: { path: string; kind: "good" | "bad" | "soft" }) {
  return (
    <span className={`sign ${kind}`}>
      <Icon path={path} size={30} />
    </span>
  );
}

/** Back to where the person came from. Undefined: somebody hears a close, or the page was opened by itself. */
function useWayBack() {
  const { canClose, store, t } = useRamp();
  const view = store.view();
  const { return_url, project } = view.kind === "open" ? view.state.session : { return_url: null, project: "" };
  if (canClose || return_url === null || !/^https?:/.test(return_url)) return undefined;
  const isOwn = isFromOwnWallet({ return_url }, location.origin);
  return { href: return_url, text: isOwn ? t("ramp_done_own_go") : t("ramp_back_to", { project }) };
}

/** Leaves the page before anything is bought. */
export function WayBack() {
  const back = useWayBack();
  if (back === undefined) return null;
  return (
    <a className="way-back" href={back.href} rel="noreferrer">
      <Icon path={BACK} size={16} /> {back.text}
    </a>
  );
}

/** Says that the page is done with. Where nobody would hear it, it leads back to where the person came from. */
export function CloseButton({ look = "main", children }: { look?: "main" | "second"; children: ReactNode }) {
  const { announce, canClose, t } = useRamp();
  const back = useWayBack();
  if (back !== undefined)
    return (
      <a className={`button ${look}`} href={back.href} rel="noreferrer">
        {back.text}
      </a>
    );
  if (!canClose) return <p className="soft">{t("ramp_close_window")}</p>;
  return (
    <Button look={look} onClick={() => announce({ type: "close" })}>
      {children}
    </Button>
  );
}
