import type { Look } from "#platform/database/look.ts";
import type { PauseKind } from "./model/pause.ts";
import { type Closure, SENDING } from "./store/looks.ts";

/** Why nothing is sent: the pauses that hold, and what the ledger is closed for. */
export type Sending = { readonly pauses: readonly PauseKind[]; readonly closure: Closure | undefined };

/** Reads with each look whether the service sends, for showing. Undefined: the database did not answer. */
export function followSending(look: Look, heard: (sending: Sending | undefined) => void): () => void {
  return look.ask<{ readonly pauses: readonly PauseKind[]; readonly closed: Closure | null }>(() => ({
    columns: SENDING,
    answered: (row) => heard(row && { pauses: row.pauses, closure: row.closed ?? undefined }),
  }));
}
