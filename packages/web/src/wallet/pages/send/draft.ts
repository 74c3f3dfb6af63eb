import { keptInTab } from "../../parts/kept-in-tab.ts";
import type { Kind } from "./payment-preview.ts";

/** What was sent, or is about to be, until its answer was read. */
export type Draft = {
  /** Of the person who made it: another one who logs in does not see it. */
  readonly user: string;
  /** Of the call: sent again with it, nothing is paid twice. */
  readonly key: string;
  /** How often its answer was waited for. */
  readonly tries: number;
  readonly kind: Kind;
  readonly recipient: string;
  /** In msats. */
  readonly amount: string;
  readonly comment: string;
  readonly note: string;
};

const TEXTS = ["user", "key", "kind", "recipient", "amount", "comment", "note"] as const;

/** The draft of this tab. */
export function draftStore(storage?: () => Storage) {
  return keptInTab<Draft>(
    "leyden-sending",
    (draft) => TEXTS.every((name) => typeof draft[name] === "string") && typeof draft["tries"] === "number",
    storage,
  );
}
