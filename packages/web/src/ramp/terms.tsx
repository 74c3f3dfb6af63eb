import { useRamp } from "./context.ts";
import type { State } from "./state.ts";

/** What whoever goes on accepts. */
export function Terms({ state: { terms } }: { state: State }) {
  const { t } = useRamp();
  if (terms === null) return null;
  const [before, after] = t("ramp_terms_by_going_on", { terms: MARK }).split(MARK);
  return (
    <p className="hint">
      {before}
      <a href={terms.url} target="_blank" rel="noreferrer">
        {t("ramp_terms_link")}
      </a>
      {after}
    </p>
  );
}

/** Stands for the link in the text, and in no text of ours. */
const MARK = "\u0000";
