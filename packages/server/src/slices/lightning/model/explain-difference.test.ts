import fc from "fast-check";
import { expect, inject, it } from "vitest";
import { msats } from "#kernel/money.ts";
import type { ChannelTransaction } from "./channel-transaction.ts";
import { chainStepOf } from "./channel-transaction.ts";
import { commandsOf, type Difference, explainDifference, type Found, verdictOf } from "./explain-difference.ts";

const transaction = (changes: Partial<ChannelTransaction> = {}): ChannelTransaction => ({
  txid: "ab".repeat(32),
  kind: "open",
  fee: msats(2_000n),
  gain: -1_002_000n,
  confirmations: 6,
  at: new Date(0),
  ...changes,
});
const found = (channels: bigint, chain: bigint, changes: Partial<Found> = {}): Found => ({
  difference: { channels, chain },
  reserved: 0n,
  booked: 0n,
  transactions: [],
  forwards: { count: 0, earned: 0n },
  ...changes,
});
const explained = (given: Found) =>
  explainDifference(given).map(({ kind, explains, commands }) => [
    kind,
    explains.channels,
    explains.chain,
    ...commands,
  ]);

it("finds nothing where books and node agree", () => {
  expect(explained(found(0n, 0n))).toEqual([]);
  expect(explained(found(0n, 0n, { transactions: undefined, forwards: undefined }))).toEqual([]);
});

it("explains an open by what moved and what it cost, and leaves nothing over", () => {
  const open = [transaction()];
  expect(explained(found(1_000_000n, -1_002_000n, { transactions: open }))).toEqual([
    ["open", 1_000_000n, -1_002_000n, "equity chain-cost --measured"],
  ]);
  const young = [transaction({ confirmations: 5 })];
  expect(explained(found(1_000_000n, -1_002_000n, { transactions: young }))).toEqual([
    ["open", 1_000_000n, -1_002_000n],
  ]);
});

it("explains nothing by a transaction whose fee is not known, and what moved by it as moved", () => {
  const sweep = [transaction({ kind: "sweep", fee: undefined, gain: 900n })];
  expect(explained(found(-1_000n, 900n, { transactions: sweep }))).toEqual([
    ["sweep", 0n, 0n],
    ["moved", -900n, 900n, 'equity to-chain 900 --reason "…"'],
    ["unexplained", -100n, 0n, 'equity to-chain 100 --reason "…"', 'equity chain-cost 100 --reason "…"'],
  ]);
});

it("explains what forwarding earned", () => {
  expect(explained(found(70n, 0n, { forwards: { count: 3, earned: 70n } }))).toEqual([
    ["forwards", 70n, 0n, "equity routing-income"],
  ]);
});

it("takes what has left the channels for payments under way, up to what is reserved for them", () => {
  expect(explained(found(-60n, 0n, { reserved: 100n }))).toEqual([["in_flight", -60n, 0n]]);
  expect(explained(found(-160n, 0n, { reserved: 100n })).map(([kind, channels]) => [kind, channels])).toEqual([
    ["in_flight", -100n],
    ["unexplained", -60n],
  ]);
  expect(explained(found(60n, 0n, { reserved: 100n })).map(([kind]) => kind)).toEqual(["unexplained"]);
});

it("names what books money that came to the wallet, left it, or is in the channels", () => {
  expect(explained(found(0n, 5n))).toEqual([["unexplained", 0n, 5n, 'equity deposit 5 --reason "…"']]);
  expect(explained(found(0n, -5n))).toEqual([["unexplained", 0n, -5n, 'equity withdraw 5 --reason "…"']]);
  expect(explained(found(5n, 0n))).toEqual([
    ["unexplained", 5n, 0n, 'equity deposit 5 --reason "…"', 'equity to-channels 5 --reason "…"'],
  ]);
  expect(explained(found(7n, -5n))[0]).toEqual(["moved", 5n, -5n, 'equity to-channels 5 --reason "…"']);
});

/** What the printed commands do to the books. */
function booked(parts: readonly Difference[], transactions: readonly ChannelTransaction[], earned: bigint) {
  const books = { channels: 0n, chain: 0n };
  for (const command of commandsOf(parts)) {
    const [, what = "", amount = ""] = command.split(" ");
    if (what === "routing-income") books.channels += earned;
    else if (amount === "--measured")
      for (const one of transactions) {
        const step = chainStepOf(one);
        if (step.kind !== "book") continue;
        books.channels += step.booking.moved;
        books.chain -= step.booking.moved + step.booking.cost;
      }
    else if (what === "deposit") books.chain += BigInt(amount);
    else if (what === "withdraw" || what === "chain-cost") books.chain -= BigInt(amount);
    else {
      const into = what === "to-channels" ? BigInt(amount) : -BigInt(amount);
      books.channels += into;
      books.chain -= into;
    }
  }
  return books;
}

it("explains any difference whole, and its commands make books and node agree but for what cannot be booked yet", () => {
  const amount = fc.bigInt(-5_000n, 5_000n);
  const one = fc.record({ gain: amount, fee: fc.option(fc.bigInt(0n, 500n), { nil: undefined }), deep: fc.boolean() });
  fc.assert(
    fc.property(
      fc.record({ channels: amount, chain: amount, reserved: fc.bigInt(0n, 3_000n), earned: fc.bigInt(0n, 900n) }),
      fc.array(one, { maxLength: 3 }),
      ({ channels, chain, reserved, earned }, some) => {
        const transactions = some.map(({ gain, fee, deep }) =>
          transaction({ gain, fee: fee === undefined ? undefined : msats(fee), confirmations: deep ? 6 : 5 }),
        );
        const parts = explainDifference(
          found(channels, chain, { reserved, transactions, forwards: { count: 1, earned } }),
        );
        const sum = (place: "channels" | "chain", of = parts) =>
          of.reduce((all, part) => all + part.explains[place], 0n);
        expect([sum("channels"), sum("chain")]).toEqual([channels, chain]);
        const bookable = parts.filter(({ commands }) => commands.length > 0);
        expect(booked(parts, transactions, earned)).toEqual({
          channels: sum("channels", bookable),
          chain: sum("chain", bookable),
        });
      },
    ),
    { numRuns: inject("runs") * 500 },
  );
});

it("is well where nothing is to be done, a warning where something is, and wrong above a small difference", () => {
  const verdict = (given: Found) => verdictOf(explainDifference(given), given);
  expect(verdict(found(0n, 0n))).toBe("ok");
  expect(verdict(found(-60n, 0n, { reserved: 60n }))).toBe("ok");
  expect(verdict(found(1_000_000n, -1_002_000n, { transactions: [transaction({ confirmations: 0 })] }))).toBe("ok");
  expect(verdict(found(1_000_000n, -1_002_000n, { transactions: [transaction()] }))).toBe("warning");
  expect(verdict(found(0n, -10_000_000n))).toBe("warning");
  expect(verdict(found(0n, -10_000_001n))).toBe("wrong");
  expect(verdict(found(10_000_001n, 0n))).toBe("wrong");
  expect(verdict(found(0n, -10_000_001n, { booked: 2_000_000_000n }))).toBe("warning");
});
