import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from "vitest";
import type { LogLine } from "./children/log.ts";
import type { Control } from "./control-client.ts";
import { channelIds, startTestNetwork, type TestNetwork } from "./network.harness.ts";

/** Payments that a round begins, from us to the merchant and from the merchant to us. */
const OUT = 12;
const BACK = 6;
const AMOUNT_MSATS = 1_000_000n;
const PAY = { feeLimitMsats: "20000", cltvLimitBlocks: 1_008, remainingMs: 10_000, waitMs: 20_000 };

describe("kill -9 in the middle of payments", () => {
  let test: TestNetwork;
  /** What the network says of its processes, shown when a test fails. */
  const lines: LogLine[] = [];
  beforeAll(async () => {
    // A small log, so that compactions happen all the time and a kill meets them too.
    test = await startTestNetwork({ logMaxBytes: 512 * 1024, log: (line) => lines.push(line) });
  });
  beforeEach(() => {
    lines.splice(0);
    onTestFailed(() => {
      const said = lines.filter(({ level }) => level !== "debug").slice(-30);
      process.stderr.write(`${JSON.stringify(said, null, 1)}\n`);
    });
  });
  afterAll(() => test?.stop());

  /** Delays differ, so that the kill meets the payments at different steps. */
  it.each([
    { victims: ["node"], afterMs: 60 },
    { victims: ["node"], afterMs: 220 },
    { victims: ["world"], afterMs: 60 },
    { victims: ["world"], afterMs: 220 },
    { victims: ["chain"], afterMs: 100 },
    { victims: ["node", "world"], afterMs: 140 },
    { victims: ["chain", "node", "world"], afterMs: 60 },
    { victims: ["chain", "node", "world"], afterMs: 300 },
  ] as const)(
    "of $victims after $afterMs ms loses nothing, and both sides agree",
    async ({ victims, afterMs }) => {
      const { node, merchant } = test.controls();
      const before = { node: await total(node), merchant: await total(merchant), channels: await channelIds(test) };
      const out = await invoices(merchant, OUT);
      const back = await invoices(node, BACK);
      const outcomes = Promise.allSettled([
        ...out.map(({ invoice }) => node.pay({ invoice, ...PAY })),
        ...back.map(({ invoice }) => merchant.pay({ invoice, ...PAY })),
      ]);
      await sleep(afterMs);

      test.kill(...victims);
      const answers = await outcomes;
      await test.settled();

      const paid = await agreement(node, merchant, out);
      const received = await agreement(merchant, node, back);
      for (const [i, answer] of answers.entries())
        if (answer.status === "fulfilled" && answer.value.kind !== "in_flight") {
          const hash = [...out, ...back][i]?.paymentHash ?? "";
          const payer = i < OUT ? node : merchant;
          // a slow machine misses the deadline
          const known = answer.value.kind === "not_sent" ? { kind: "not_found" } : answer.value;
          expect(await payer.lookupOutgoing({ paymentHash: hash })).toEqual(known);
        }
      expect(await channelIds(test)).toEqual(before.channels);
      expect(await total(node)).toBe(before.node - paid.spent + received.arrived);
      expect(await total(merchant)).toBe(before.merchant + paid.arrived - received.spent);
      await expectReceiptsOnce(merchant);
      await expectReceiptsOnce(node);
    },
    120_000,
  );

  it("carries payments afterwards", async () => {
    const { node, merchant } = test.controls();
    const [invoice] = await invoices(merchant, 1);
    expect(await node.pay({ invoice: invoice?.invoice ?? "", ...PAY })).toMatchObject({ kind: "settled" });
  });
});

function invoices(payee: Control, count: number) {
  const params = { amountMsats: String(AMOUNT_MSATS), description: { text: "round" }, expirySeconds: 600 };
  return Promise.all(Array.from({ length: count }, () => payee.createInvoice(params)));
}

/** Checks that payer and payee agree on every payment. Returns what moved. */
async function agreement(payer: Control, payee: Control, sent: readonly { readonly paymentHash: string }[]) {
  let [spent, arrived] = [0n, 0n];
  for (const { paymentHash } of sent) {
    await expect
      .poll(async () => (await payer.lookupOutgoing({ paymentHash })).kind, { timeout: 60_000, message: paymentHash })
      .not.toBe("in_flight");
    const outcome = await payer.lookupOutgoing({ paymentHash });
    const arrival = await payee.lookupIncoming({ paymentHash });
    expect([outcome.kind, arrival.kind]).toEqual(
      outcome.kind === "settled" ? ["settled", "settled"] : [outcome.kind, "unpaid"],
    );
    if (outcome.kind === "settled") spent += AMOUNT_MSATS + BigInt(outcome.feeMsats);
    if (arrival.kind === "settled") arrived += BigInt(arrival.amountMsats);
  }
  return { spent, arrived };
}

/** Everything a node owns in channels. */
async function total(node: Control): Promise<bigint> {
  const balances = await node.balances();
  expect(balances.closingMsats).toBe("0");
  return BigInt(balances.channelsMsats) + BigInt(balances.commitFeesMsats) + BigInt(balances.outgoingHtlcsMsats);
}

async function expectReceiptsOnce(node: Control): Promise<void> {
  const { receipts } = await node.received({ after: "", waitMs: "0" });
  const hashes = receipts.map(({ paymentHash }) => paymentHash);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(receipts.map(({ cursor }) => Number(cursor))).toEqual(receipts.map((_, i) => i + 1));
}
