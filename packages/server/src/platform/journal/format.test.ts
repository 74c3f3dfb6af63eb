import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { JOURNAL_WHATS, type JournalEntry } from "#kernel/journal.ts";
import { msats } from "#kernel/money.ts";
import { machineRandom } from "../machine/random.ts";
import { decodeLine, encodeLine, FIRST_SUM, fieldsOf, type LineHead } from "./format.ts";

const random = machineRandom();
const ID = random.uuid();
const HEAD: LineHead = {
  installation: random.uuid(),
  epoch: 3n,
  process: random.uuid(),
  n: 7n,
  book: { number: 9_007_199_254_740_993n, hash: randomBytes(32) },
  at: new Date("2030-01-02T03:04:05.678Z"),
};
const FULL: JournalEntry = {
  what: "payment.dispatch",
  id: ID,
  wallet: random.uuid(),
  origin: { kind: "voucher", id: random.uuid() },
  actor: { kind: "project", id: random.uuid() },
  idempotency: { scope: random.uuid(), input: "ab".repeat(32) },
  internalId: 'order "7"\n',
  paymentHash: randomBytes(32),
  txid: "cd".repeat(32),
  transaction: randomBytes(100),
  processorId: "pi_3MtwBwLkdIwHu7ix28a3tqPa",
  hashes: [randomBytes(32), randomBytes(32)],
  subject: random.uuid(),
  kind: "equity_deposit",
  amount: msats(2_100_000_000_000_000_000n),
  feeLimit: msats(1n),
};
const encode = (entry: JournalEntry, sum = FIRST_SUM, head = HEAD) => encodeLine(head, fieldsOf(entry), sum);

describe("a line of the journal", () => {
  it("is one line of JSON that reads back as it was, amounts to the msat", () => {
    const { text, sum } = encode(FULL);
    expect(text).not.toContain("\n");
    expect(JSON.parse(text)).toMatchObject({ version: 1, n: "7", amount: "2100000000000000000", feeLimit: "1", sum });
    const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString("hex");
    expect(decodeLine(text, FIRST_SUM)).toMatchObject({
      kind: "line",
      line: {
        installation: HEAD.installation,
        epoch: 3n,
        process: HEAD.process,
        n: 7n,
        book: { number: 9_007_199_254_740_993n, hash: hex(HEAD.book?.hash) },
        at: HEAD.at,
        what: "payment.dispatch",
        id: ID,
        origin: FULL.origin,
        key: FULL.idempotency?.scope,
        input: FULL.idempotency?.input,
        internalId: FULL.internalId,
        paymentHash: hex(FULL.paymentHash),
        txid: FULL.txid,
        transaction: hex(FULL.transaction),
        hashes: FULL.hashes?.map(hex),
        amount: FULL.amount,
        feeLimit: 1n,
        sum,
      },
    });
  });

  it("has all kinds of things to tell, and fields that are not known are not there", () => {
    for (const what of JOURNAL_WHATS) {
      const { text } = encode({ what, id: ID });
      expect(decodeLine(text, FIRST_SUM)).toMatchObject({ kind: "line", line: { what, id: ID } });
      expect(Object.keys(JSON.parse(text))).toEqual([
        "version",
        "installation",
        "epoch",
        "process",
        "n",
        "book",
        "at",
        "what",
        "id",
        "sum",
      ]);
    }
  });

  it.each<[string, Partial<Record<keyof JournalEntry, unknown>>]>([
    ["an e-mail address as an id", { id: "alice@example.com" }],
    ["a Lightning address as a subject", { subject: "alice@leyden.example" }],
    ["an address of the chain as a txid", { txid: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080" }],
    ["a name as the id of who asked", { actor: { kind: "user", id: "Alice Liddell" } }],
    ["a gamertag as a wallet", { wallet: "alice" }],
    ["a name as a kind", { kind: "Alice" }],
    ["an e-mail address as a kind of origin", { origin: { kind: "alice@example.com" } }],
    ["an e-mail address at the processor", { processorId: "alice@example.com" }],
    ["a host at the processor", { processorId: "shop.example.com" }],
    ["a project's key as an id", { id: "lk_live_6f9619ff8b86d011b42d00c04fc964ff" }],
    ["an Idempotency-Key itself", { idempotency: { scope: "order-7-of-alice", input: "ab".repeat(32) } }],
    ["an input itself", { idempotency: { scope: ID, input: '{"lnAddress":"alice@example.com"}' } }],
    ["a voucher's code", { hashes: [Buffer.from("0A1B2C3E")] }],
    ["an invoice as a hash", { paymentHash: Buffer.from("lnbcrt1") }],
  ])("refuses %s", (_, planted) => {
    expect(() => fieldsOf({ what: "payment.dispatch", id: ID, ...planted } as JournalEntry)).toThrow(/the journal's/);
  });

  it("is refused by its sum when one character of it is another", () => {
    const { text } = encode(FULL);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (place, character) => {
        const changed = text.slice(0, place) + character + text.slice(place + 1);
        if (changed !== text) expect(decodeLine(changed, FIRST_SUM).kind).not.toBe("line");
      }),
      { numRuns: inject("runs") * 300 },
    );
  });

  it("is refused behind another line than its own", () => {
    const first = encode(FULL);
    const second = encode({ what: "key.revoke", id: ID }, first.sum);
    expect(decodeLine(second.text, first.sum).kind).toBe("line");
    expect(decodeLine(second.text, FIRST_SUM).kind).toBe("wrong_sum");
  });

  it("is unreadable in a version that is not known", () => {
    const { text } = encode(FULL);
    expect(decodeLine(text.replace('"version":1', '"version":2'), FIRST_SUM)).toEqual({ kind: "unreadable" });
    for (const junk of ["", "{}", "[]", "null", text.slice(0, -1), `${text.slice(0, 40)}`])
      expect(decodeLine(junk, FIRST_SUM)).toEqual({ kind: "unreadable" });
  });
});
