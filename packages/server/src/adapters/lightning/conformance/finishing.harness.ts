import { expect, it } from "vitest";
import type { LightningNode } from "#lightning";
import { type Conformance, foundFailedFor, pay, type Wanted } from "./counterparty.harness.ts";

/** A hint is enough for the callers: these say that it comes, and what it says. */
export function reportingConforms(world: () => Conformance): void {
  const now = async (node: LightningNode) => (await node.finished("", 20_000)).cursor;

  /** Begins a payment that the recipient holds. */
  async function held({ node, counterparty }: Conformance): Promise<Wanted> {
    const wanted = await counterparty.invoice({ msats: 2_500_000n, hold: true });
    void pay(node, wanted);
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash)).toBe(true);
    return wanted;
  }

  it("says that a payment has settled, with its preimage and fee", async () => {
    const { node, counterparty } = world();
    const { paymentHash } = await held(world());
    const coming = node.finished(await now(node), 20_000);

    await counterparty.settle(paymentHash);

    const { payments, cursor } = await coming;
    expect(payments).toEqual([{ paymentHash, status: await node.lookupOutgoing(paymentHash) }]);
    expect(payments[0]?.status.kind).toBe("settled");
    expect(await node.finished(cursor, 50)).toEqual({ cursor, payments: [] });
  });

  it("says that a payment has failed, and why", async () => {
    const { node, counterparty } = world();
    const { paymentHash } = await held(world());
    const cursor = await now(node);
    await counterparty.fail(paymentHash);

    const { payments } = await node.finished(cursor, 20_000);

    expect(payments).toEqual([{ paymentHash, status: foundFailedFor(world(), "recipient_rejected") }]);
  });

  it("answers every caller, in the order of the outcomes", async () => {
    const { node, counterparty } = world();
    const cursor = await now(node);
    const [one, two] = [await held(world()), await held(world())];
    const waiting = [node.finished(cursor, 20_000), node.finished(cursor, 20_000)];
    await counterparty.settle(two.paymentHash);
    for (const { payments } of await Promise.all(waiting))
      expect(payments.map(({ paymentHash }) => paymentHash)).toEqual([two.paymentHash]);

    await counterparty.settle(one.paymentHash);

    const both = async () => (await node.finished(cursor, 20_000)).payments.map(({ paymentHash }) => paymentHash);
    await expect.poll(both).toEqual([two.paymentHash, one.paymentHash]);
  });

  it("ends a wait that is aborted", async () => {
    const { node } = world();
    const abort = new AbortController();
    const coming = node.finished(await now(node), 20_000, abort.signal).then(
      ({ payments }) => payments.length,
      (error: Error) => error.name,
    );
    abort.abort();
    expect([0, "NodeUnavailable"]).toContain(await coming);
  });
}
