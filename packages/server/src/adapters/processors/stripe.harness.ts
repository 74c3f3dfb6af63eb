import { onTestFinished } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { minor } from "#kernel/fiat.ts";
import { newId } from "#kernel/ids.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { hurriedClock } from "#platform/outbound/outbound.harness.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import type { ProcessorRequest, PurchaseId } from "#ramp";
import { stripeProcessor } from "./stripe.ts";
import type { StripeDeps } from "./stripe-client.ts";
import { FAKE_KEYS, fakeStripe } from "./stripe-fake.harness.ts";

/**
 * A fake of Stripe and the adapter. Both end with the test. `pace.isHurried`: the adapter's deadlines are twenty times
 * shorter, for a call that gets no answer.
 */
export async function givenStripe() {
  const stripe = await fakeStripe();
  const pace = { isHurried: false };
  const clock: Clock = {
    ...machineClock,
    sleep: (ms, signal) => (pace.isHurried ? hurriedClock : machineClock).sleep(ms, signal),
  };
  const outbound = createOutbound({ allow: [stripe.server.pair], ownAddresses: [], clock });
  onTestFinished(async () => {
    await outbound.close();
    await stripe.server.close();
  });
  const lines: string[] = [];
  const log = createLog({ level: "debug", pretty: false, destination: { write: (line: string) => lines.push(line) } });
  const address = { host: "127.0.0.1", port: stripe.server.port, protocol: "http" } as const;
  const deps: StripeDeps = { outbound, clock: machineClock, log, address };
  const random = machineRandom();
  const draft = (changes: Partial<ProcessorRequest> = {}): ProcessorRequest => ({
    purchaseId: newId<PurchaseId>(random),
    amount: minor(2_500n),
    currency: "EUR",
    email: "alice@example.com",
    description: "Bitcoin",
    ...changes,
  });
  return { stripe, pace, deps, lines, draft, random, processor: stripeProcessor(FAKE_KEYS, deps) };
}
