import { describe, expect, it } from "vitest";
import type { SendOutcome } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { pay } from "../conformance/counterparty.harness.ts";
import { hexOf } from "./testing/cln-world.harness.ts";
import { payingWorld } from "./testing/paying-world.harness.ts";

const { groups, lookUp, ordered, partsOf, payHurried, received, wanted, world } = payingWorld();

describe("a payment in several parts", () => {
  it("costs what all of them cost", async () => {
    const one = await wanted();
    world().fake.plans.push({ parts: 3 });
    const outcome = await pay(world().node, one);
    expect(outcome).toMatchObject({ kind: "settled", fee: 1_100n });
    expect(await lookUp(one)).toEqual(outcome);
  });

  it("has not failed while one of them flies, though the command says that it has", async () => {
    const one = await wanted({ hold: true });
    world().fake.plans.push({ parts: 2, error: { code: 203, message: "Destination said it doesn't know invoice" } });
    const paid = payHurried(one);
    await expect.poll(() => world().counterparty.isHeld(one.paymentHash)).toBe(true);
    const [first, second] = partsOf(one);
    if (first === undefined || second === undefined) throw new Error("no parts");
    world().fake.paying.resolve(first, "failed");
    expect(await paid).toEqual({ kind: "in_flight" });
    expect(await lookUp(one)).toMatchObject({ kind: "in_flight" });
    world().fake.paying.resolve(second, "complete");
    expect((await lookUp(one)).kind).toBe("settled");
  });

  it("has no fee before the last of them is final, though the command has the preimage", async () => {
    const one = await wanted({ hold: true });
    world().fake.plans.push({ parts: 2, answersEarly: true });
    const paid = payHurried(one);
    await expect.poll(() => world().counterparty.isHeld(one.paymentHash)).toBe(true);
    const [first, second] = partsOf(one);
    if (first === undefined || second === undefined) throw new Error("no parts");
    world().fake.paying.resolve(second, "complete");
    expect(await paid).toEqual({ kind: "in_flight" });
    world().fake.paying.resolve(first, "failed");
    expect(await lookUp(one)).toMatchObject({ kind: "settled", fee: 0n });
  });
});

describe("a payment that is tried again", () => {
  it("has not failed between two tries", async () => {
    const one = await wanted();
    world().fake.plans.push({ failures: 3, routeMs: 150 });
    const paid = pay(world().node, one);
    const seen = new Set<string>();
    let outcome: SendOutcome | undefined;
    void paid.then((one) => {
      outcome = one;
    });
    while (outcome === undefined) {
      const status = await lookUp(one);
      seen.add(status.kind);
      const isPending = partsOf(one).some((part) => part.status === "pending");
      if (status.kind === "in_flight" && !isPending) expect(status.htlcs).toBeUndefined();
      await machineClock.sleep(10);
    }
    expect(outcome.kind).toBe("settled");
    expect(seen).not.toContain("failed");
    expect(seen).toContain("in_flight");
    expect(groups(one).size).toBe(1);
  });

  it("has failed for good when its command died between two tries", async () => {
    const one = await wanted();
    world().fake.plans.push({ failures: 2, routeMs: 2_000 });
    const paid = pay(world().node, one);
    await expect.poll(() => partsOf(one)).toHaveLength(1);
    world().fake.restart();
    expect((await paid).kind).toBe("unknown");
    expect(await lookUp(one)).toEqual({ kind: "failed", reason: "other" });
  });
});

describe("a node that does not say what it did", () => {
  it.each([
    ["cut before it has the order", { kind: "cut", when: "before" }, "not_found"],
    ["cut after it has paid", { kind: "cut", when: "after" }, "settled"],
    ["nonsense", { kind: "say", status: 201, text: "<html>" }, "settled"],
    ["an error without a code", { kind: "say", status: 500, text: '{"message":"socket closed"}' }, "settled"],
    ["a status of a proxy", { kind: "say", status: 502, text: "bad gateway" }, "settled"],
  ] as const)("%s: unknown, and a look-up finds it", async (_, line, found) => {
    const one = await wanted();
    world().fake.lines.set("xpay", [line]);
    const outcome = await pay(world().node, one);
    expect(["unknown", found]).toContain(outcome.kind);
    if (line.kind === "cut") expect(outcome.kind).toBe("unknown");
    await expect.poll(async () => (await lookUp(one)).kind).toBe(found);
  });

  it("pays once when it is asked again after that", async () => {
    const one = await wanted();
    world().fake.lines.set("xpay", [{ kind: "cut", when: "after" }]);
    expect((await pay(world().node, one)).kind).toBe("unknown");
    expect(await pay(world().node, one)).toEqual({ kind: "not_sent", reason: "known_hash" });
    expect(await received(one)).toBe(1_000_000n);
  });

  it("is unknown when it answers that it has paid what it lists as failed", async () => {
    const one = await wanted();
    world().fake.plans.push({ failures: 1, routeMs: 0 });
    const isFailed = (part: object) => "status" in part && part.status === "failed";
    const hide = (body: unknown) => ({
      payments: (body as { readonly payments: object[] }).payments.filter(isFailed),
    });
    const failedAlone = { kind: "change", change: hide } as const;
    world().fake.lines.set("listsendpays", Array(10).fill(failedAlone));
    const say = { pays: [{ created_index: 1, status: "failed" }] };
    const contrary = {
      kind: "change",
      change: (body: unknown) => {
        const { pays } = body as { readonly pays: object[] };
        return {
          pays: pays.map((pay) => ({
            ...pay,
            ...say.pays[0],
            ...("created_index" in pay && { created_index: pay.created_index }),
          })),
        };
      },
    } as const;
    world().fake.lines.set("listpays", Array(10).fill(contrary));
    expect((await pay(world().node, one)).kind).toBe("unknown");
  });

  it("holds a payment for longer than it looks for routes: in flight after half a minute", async () => {
    const one = await wanted({ hold: true });
    expect(await payHurried(one)).toEqual({ kind: "in_flight" });
    expect(await lookUp(one)).toMatchObject({ kind: "in_flight" });
    await world().counterparty.settle(one.paymentHash);
    expect((await lookUp(one)).kind).toBe("settled");
  });

  it("hangs without a part on record: unknown after half a minute", async () => {
    const one = await wanted();
    world().fake.plans.push({ sendsNothing: true, error: { code: 209, message: "never heard" } });
    world().fake.lines.set("xpay", [{ kind: "hang" }]);
    expect((await payHurried(one)).kind).toBe("unknown");
  });

  it("answers so late that the deadline passes: nothing is ordered", async () => {
    const one = await wanted();
    world().fake.lines.set("listsendpays", [{ kind: "late", ms: 200 }]);
    const outcome = await pay(world().node, one, { deadlineMonotonicMs: machineClock.monotonicMs() + 100 });
    expect(outcome).toEqual({ kind: "not_sent", reason: "deadline" });
    expect(ordered()).toHaveLength(0);
  });
});

describe("a node that contradicts itself", () => {
  it("is believed when it says that what failed was paid after all", async () => {
    const one = await wanted({ hold: true });
    const recipient = world().fake.paying.recipients.get(hexOf(one.paymentHash));
    const paid = pay(world().node, one);
    await expect.poll(() => world().counterparty.isHeld(one.paymentHash)).toBe(true);
    await world().counterparty.fail(one.paymentHash);
    expect((await paid).kind).toBe("failed");
    expect((await lookUp(one)).kind).toBe("failed");
    const [part] = partsOf(one);
    if (part === undefined || recipient === undefined) throw new Error("no part");
    world().fake.paying.recipients.set(hexOf(one.paymentHash), recipient);
    world().fake.paying.resolve(part, "complete");
    expect((await lookUp(one)).kind).toBe("settled");
  });

  it("has not failed a payment while one of its two lists says otherwise", async () => {
    const one = await wanted({ hold: true });
    const paid = pay(world().node, one);
    await expect.poll(() => world().counterparty.isHeld(one.paymentHash)).toBe(true);
    await world().counterparty.fail(one.paymentHash);
    await paid;
    const asComplete = (body: unknown) => {
      const { pays } = body as { readonly pays: object[] };
      return { pays: pays.map((pay) => ({ ...pay, status: "complete" })) };
    };
    world().fake.lines.set("listpays", [{ kind: "change", change: asComplete }]);
    expect((await lookUp(one)).kind).toBe("in_flight");
    world().fake.lines.set("listpays", [{ kind: "change", change: () => ({ pays: [] }) }]);
    await expect(lookUp(one)).rejects.toThrow(/does not list/);
  });
});

describe("a payment without an invoice", () => {
  it("is not sent: the node takes no preimage of ours", () => {
    expect(world().node.capabilities.keysend).toBe(false);
  });
});
