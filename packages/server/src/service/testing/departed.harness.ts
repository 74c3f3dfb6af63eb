import type { Caller } from "#kernel/caller.ts";
import type { PaymentId } from "#kernel/ids.ts";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { machineRandom } from "#platform/machine/random.ts";
import type { Departed } from "#restore";
import type { SendPlan } from "#slices/lightning/testing/fake-plan.harness.ts";
import type { Driving } from "#slices/payments/testing/driving.harness.ts";

const HOUR_MS = 3_600_000;

/** A payment of a wallet that left after the copy was made; `plan`: what the node did, undefined: it has no trace. */
export function departedOf(
  { world, clock }: Pick<Driving, "world" | "clock">,
  caller: Caller,
  { plan, amount = sats(100n), ...over }: { plan?: SendPlan | undefined; amount?: Msats } & Partial<Departed> = {},
): Departed {
  const invoice = world.invoice({ amount });
  if (plan !== undefined) world.node.payUnasked(invoice.text, plan);
  return {
    id: machineRandom().uuid() as PaymentId,
    wallet: caller.wallet.id,
    origin: { kind: "request" },
    paymentHash: invoice.paymentHash,
    amount,
    feeLimit: msats(amount / 10n),
    attempts: 1,
    firstAt: new Date(clock.now().getTime() - HOUR_MS),
    lastAt: new Date(clock.now().getTime() - HOUR_MS),
    internalId: undefined,
    idempotency: undefined,
    ...over,
  };
}
