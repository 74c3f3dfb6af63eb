import { useRamp } from "./context.ts";
import { Alert } from "./parts.tsx";
import type { State } from "./state.ts";

/** What whoever goes on accepts, and that it has changed while the page was open. */
export function Terms({ state: { terms } }: { state: State }) {
  const { t } = useRamp();
  if (terms === null) return null;
  const [before, after] = t("ramp_terms_by_going_on", { terms: MARK }).split(MARK);
  return (
    <>
      <Alert>{terms.isChanged === true ? t("ramp_terms_changed", { version: terms.version }) : undefined}</Alert>
      <p className="hint">
        {before}
        <a href={terms.url} target="_blank" rel="noreferrer">
          {t("ramp_terms_link")}
        </a>
        {after}
      </p>
    </>
  );
}

/** Stands for the link in the text, and in no text of ours. */
const MARK = "\u0000";
