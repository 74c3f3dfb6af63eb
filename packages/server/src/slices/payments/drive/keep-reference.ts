import type { PaymentId } from "#kernel/ids.ts";
import type { SendOutcome } from "#lightning";
import { updateReference } from "../store/payments.ts";
import type { DriveDeps } from "./deps.ts";

/** Most payments have their outcome by then. Ours. */
const SOON_MS = 1_000;

const ANSWERS = { outcome: "the outcome is there", pending: "it is pending" } as const;

/** The node's own reference of one attempt, from the node to the database. */
export type ReferenceKeeper = {
  /** The node has named it. */
  named(reference: string): void;
  /** The node has answered. Resolves when what has to be stored is stored. */
  answered(outcome: Pick<SendOutcome, "kind">): Promise<void>;
};

/**
 * Stores the reference of a first attempt that is still under way a second after the node has named it, or that the
 * node has left without an outcome. With its outcome the payment is finished and never looked up, so the reference
 * would be written for nobody. What ends this process before leaves a payment whose hash is looked up, as if it had
 * ended before the node named it. That of a further attempt, whose failure finishes nothing, is stored at once.
 */
export function keepReference(
  { db, clock, log }: Pick<DriveDeps, "db" | "clock" | "log">,
  attempt: { readonly id: PaymentId; readonly attempt: number },
): ReferenceKeeper {
  const done = new AbortController();
  let stored: Promise<void> | undefined;

  async function store(reference: string): Promise<void> {
    if (attempt.attempt === 1) await clock.sleep(SOON_MS, done.signal);
    if (attempt.attempt === 1 && done.signal.reason === ANSWERS.outcome) return;
    try {
      await updateReference(db, { ...attempt, reference });
    } catch (err) {
      // Without it the hash is looked up: what the node answers must not be lost for it.
      log.warn({ payment: attempt.id, err }, "payment.reference_lost");
    }
  }

  return {
    named(reference) {
      stored ??= store(reference);
    },
    async answered({ kind }) {
      done.abort(kind === "settled" || kind === "failed" ? ANSWERS.outcome : ANSWERS.pending);
      await stored;
    },
  };
}
