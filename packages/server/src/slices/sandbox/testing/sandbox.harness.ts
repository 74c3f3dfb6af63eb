import { onTestFinished } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { minor } from "#kernel/fiat.ts";
import { newId, type UserId } from "#kernel/ids.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createSealer } from "#platform/secrets/seal.ts";
import type { ProcessorEvent, ProcessorRequest, PurchaseId } from "#ramp";
import { type Confirmed, confirmPayment } from "../confirm-payment.ts";
import type { SandboxDeps } from "../deps.ts";
import { sandboxIdentity } from "../sandbox-identity.ts";
import { sandboxProcessor } from "../sandbox-processor.ts";

export const CARDS = {
  good: "4242 4242 4242 4242",
  asks: "4000 0027 6000 3184",
  declined: "4000 0000 0000 0002",
  poor: "4000 0000 0000 9995",
  disputed: "4000 0000 0000 0259",
  late: "4000 0000 0000 0077",
  refundFails: "4000 0000 0000 5126",
} as const;

export type SandboxWorld = ReturnType<typeof givenSandbox>;

/**
 * A process with the sandbox, on a clock that can be put forward. Payments of earlier tests stay: other tests have
 * other references.
 */
export function givenSandbox(database: DatabaseUnderTest) {
  let offsetMs = 0;
  const clock: Clock = { ...machineClock, now: () => new Date(machineClock.now().getTime() + offsetMs) };
  const random = machineRandom(clock);
  const events: ProcessorEvent[] = [];
  const deps: SandboxDeps = {
    db: database.db,
    clock,
    random,
    sealer: createSealer({ random, key: new Uint8Array(32).fill(7) }),
    onChanged: (event) => events.push(event),
  };
  const processor = sandboxProcessor(deps);
  const identity = sandboxIdentity(deps);
  onTestFinished(() => {
    offsetMs = 0;
  });

  const draft = (changes: Partial<ProcessorRequest> = {}): ProcessorRequest => ({
    purchaseId: newId<PurchaseId>(random),
    amount: minor(2_500n),
    currency: "EUR",
    email: "alice@example.com",
    description: "Bitcoin",
    ...changes,
  });
  const pay = async (reference: string, number: string): Promise<Confirmed> => {
    const confirmed = await confirmPayment(deps, reference, { number, expiry: "12/79", cvc: "123" });
    if (confirmed === undefined) throw new Error("there is no such payment");
    return confirmed;
  };
  /** A payment that is begun and for which a card was typed. */
  const paid = async (number: string) => {
    const given = draft();
    const { reference } = await processor.begin(given);
    const confirmed = await pay(reference, number);
    return { ...confirmed, reference, purchaseId: given.purchaseId };
  };
  const tried = () =>
    identity.begin({ tryId: random.uuid(), userId: newId<UserId>(random), email: "alice@example.com" });

  return {
    deps,
    clock,
    random,
    events,
    processor,
    identity,
    draft,
    pay,
    paid,
    tried,
    advance(ms: number) {
      offsetMs += ms;
    },
  };
}
