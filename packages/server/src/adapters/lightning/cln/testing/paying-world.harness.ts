import { afterAll, beforeAll, beforeEach } from "vitest";
import { type LightningNode, type OutgoingStatus, PAY_WAIT_MS, type SendOutcome } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { pay, type Wanted } from "../../conformance/counterparty.harness.ts";
import { connectClnNode } from "../cln.ts";
import { TIMEOUT_MS } from "../transport.ts";
import { type ClnWorld, clnWorld, hexOf } from "./cln-world.harness.ts";
import type { FakePart } from "./fake-state.harness.ts";
import { jumpingClock } from "./jumping-clock.harness.ts";

/** A world for the tests of one file, and what they ask of it. Plans, lines and calls are those of one test. */
export function payingWorld() {
  const clock = jumpingClock();
  let world: ClnWorld;
  let impatient: LightningNode;
  beforeAll(async () => {
    world = await clnWorld();
    const { port, certFile, credentialFile } = world.fake;
    impatient = connectClnNode({ host: "127.0.0.1", port, certFile, credentialFile, clock });
  });
  afterAll(async () => {
    await impatient.close();
    await world.stop();
  });
  beforeEach(() => {
    world.fake.plans.length = 0;
    world.fake.lines.clear();
    world.fake.calls.length = 0;
  });

  const ordered = () => world.fake.calls.filter(({ command }) => command === "xpay");
  const partsOf = ({ paymentHash }: Wanted): readonly FakePart[] => world.fake.paying.partsOf(hexOf(paymentHash));
  return {
    world: () => world,
    ordered,
    partsOf,
    wanted: (options: { readonly msats?: bigint; readonly hold?: boolean } = {}): Promise<Wanted> =>
      world.counterparty.invoice({ msats: 1_000_000n, ...options }),
    groups: (one: Wanted) => new Set(partsOf(one).map(({ group }) => group)),
    lookUp: ({ paymentHash }: Wanted, reference?: string): Promise<OutgoingStatus> =>
      world.node.lookupOutgoing(paymentHash, reference),
    received: ({ paymentHash }: Wanted) => world.counterparty.receivedMsats(paymentHash),
    /** Pays; half a minute passes as soon as the order is there and no look-up is under way. */
    async payHurried(one: Wanted): Promise<SendOutcome> {
      const before = ordered().length;
      const paid = pay(impatient, one, { deadlineMonotonicMs: clock.monotonicMs() + 5_000 });
      const isLookingUp = () => clock.sleeps().includes(TIMEOUT_MS);
      while (ordered().length === before || isLookingUp()) await machineClock.sleep(1);
      clock.jump(PAY_WAIT_MS);
      return await paid;
    },
  };
}
