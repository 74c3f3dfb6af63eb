import { changePayment } from "./change-payment.ts";
import type { SandboxDeps } from "./deps.ts";
import { type DeclineReason, judgeCard, type Mistyped, type TakenCard, type TypedCard } from "./model/card.ts";
import { type SandboxPayment, takesCard } from "./model/payment.ts";
import { findPayment } from "./store.ts";

export type Confirmed = {
  readonly payment: SandboxPayment;
  /** Why this card is not taken. */
  readonly reason: DeclineReason | Mistyped | undefined;
};

/**
 * Pays with a card. Undefined: there is no such payment. Where a card was taken before, the state says so and nothing
 * changes.
 */
export async function confirmPayment(
  deps: SandboxDeps,
  reference: string,
  typed: TypedCard,
): Promise<Confirmed | undefined> {
  const verdict = judgeCard(typed, deps.clock.now());
  const known = await findPayment(deps.db, reference);
  if (known === undefined) return undefined;
  const payment = await changePayment(deps, reference, commandOf(deps, verdict, known));
  if (payment === undefined) return undefined;
  const isOpen = takesCard(payment);
  return { payment, reason: isOpen && verdict.kind !== "taken" ? verdict.reason : undefined };
}

function commandOf(
  { sealer }: Pick<SandboxDeps, "sealer">,
  verdict: ReturnType<typeof judgeCard>,
  { email }: Pick<SandboxPayment, "email">,
) {
  switch (verdict.kind) {
    case "taken":
      return { kind: "take_card", card: kept(sealer, verdict.card, email) } as const;
    case "declined":
      return { kind: "decline", reason: verdict.reason } as const;
    case "mistyped":
      return { kind: "advance" } as const;
  }
}

/**
 * What is kept of a card. The number could be guessed from a plain hash of it. All people have the same few numbers
 * here, and each has a card of the own with it: limits of a card must not be those of everybody.
 */
function kept(sealer: SandboxDeps["sealer"], { number, behaviour, brand, last4 }: TakenCard, email: string) {
  const fingerprint = Buffer.from(sealer.mac(`${number} ${email}`, "sandbox card")).toString("base64url");
  return { behaviour, brand, last4, fingerprint };
}
