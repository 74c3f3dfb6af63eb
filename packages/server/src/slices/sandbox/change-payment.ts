import { ProcessorUnavailable } from "#ramp";
import { LOST_RACES_MAX, type SandboxDeps } from "./deps.ts";
import { changeOf, type PaymentCommand, type SandboxPayment } from "./model/payment.ts";
import { findPayment, replacePayment } from "./store.ts";

/**
 * Gives a command to a payment, after what was due by itself. Returns the payment as it then is, also where the command
 * had nothing to do; undefined when there is none.
 *
 * A change names the version that it has read. When somebody else was faster the payment is read again, and the command
 * may then have nothing to do any more: so it is captured, cancelled and refunded once.
 */
export async function changePayment(
  deps: SandboxDeps,
  reference: string,
  command: PaymentCommand,
): Promise<SandboxPayment | undefined> {
  const { db, clock } = deps;
  for (let races = 0; races < LOST_RACES_MAX; races += 1) {
    const payment = await findPayment(db, reference);
    if (payment === undefined) return undefined;
    const now = clock.now();
    const due = changeOf(payment, { kind: "advance" }, now);
    const change = due ?? changeOf(payment, command, now);
    if (change === undefined) return payment;
    const no = await replacePayment(db, { ...change, now });
    if (no === undefined) continue;
    deps.onChanged({ id: `sbe_${no}`, type: `payment.${change.what}`, subject: { kind: "payment", reference } });
    if (due === undefined) return { ...change.payment, version: payment.version + 1 };
  }
  throw new ProcessorUnavailable();
}
