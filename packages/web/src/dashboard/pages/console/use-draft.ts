import { useMemo, useState } from "react";
import { newKey } from "../../../api/call.ts";
import { useHere } from "../../context.ts";
import { keptIn } from "../../parts/kept.ts";
import type { Draft, Operation } from "./operation.ts";
import type { Standing } from "./standing.ts";

/** What was typed for a call, and how its last sending stands. */
export type KeptDraft = Draft & { readonly sent: Standing };

/** What was typed stays in this tab, with its key: after a lost answer or a reload the same call is not made twice. */
export function useDraft(operation: Operation) {
  const { me, project } = useHere();
  const kept = useMemo(
    () => keptIn<KeptDraft>(() => sessionStorage, [me.user.id, project.id, "console", operation.id]),
    [me.user.id, project.id, operation.id],
  );
  const [draft, setDraft] = useState<KeptDraft>(() => kept.read() ?? emptyDraft(operation));
  const set = (next: (before: KeptDraft) => KeptDraft) =>
    setDraft((before) => {
      const after = next(before);
      kept.write(after);
      return after;
    });
  return {
    draft,
    /** Another call than the one that was answered has another key; one whose answer was lost keeps it. */
    change: (parts: Partial<Draft>) =>
      set((before) => ({ ...before, ...(before.sent === "answered" && { key: newKey(), sent: "never" }), ...parts })),
    markAs: (sent: Standing) => set((before) => ({ ...before, sent })),
    reset() {
      kept.remove();
      setDraft(emptyDraft(operation));
    },
  };
}

function emptyDraft({ body = "" }: Operation): KeptDraft {
  return { typed: {}, body, key: newKey(), sent: "never" };
}
