import { describe, expect, it } from "vitest";
import { msats } from "../kernel/money.ts";
import { decodeInvoice } from "./bolt11.ts";
import { encodeInvoice, type InvoiceFields } from "./bolt11-encode.ts";
import { checkInvoice, FINAL_CLTV_BLOCKS_MAX } from "./check-invoice.ts";

const metadataHash = new Uint8Array(32).fill(5);
const asked: InvoiceFields = {
  network: "regtest",
  amount: msats(1_500n),
  paymentHash: new Uint8Array(32).fill(1),
  paymentSecret: new Uint8Array(32).fill(2),
  timestamp: new Date("2026-03-01T12:00:00Z"),
  expirySeconds: 60,
  minFinalCltvExpiry: FINAL_CLTV_BLOCKS_MAX,
  description: { kind: "hash", sha256: metadataHash },
};
const expected = {
  amount: msats(1_500n),
  network: "regtest",
  now: new Date("2026-03-01T12:00:59.999Z"),
  metadataHash,
  maxFinalCltv: FINAL_CLTV_BLOCKS_MAX,
} as const;

function check(changes: Partial<InvoiceFields>, now = expected.now) {
  const invoice = decodeInvoice(encodeInvoice({ ...asked, ...changes }, new Uint8Array(32).fill(7)));
  return checkInvoice(invoice, { ...expected, now });
}

describe("checkInvoice", () => {
  it("takes the invoice that was asked for, to its last millisecond", () => {
    expect(check({})).toEqual({ kind: "ok", descriptionHashMatches: true });
  });

  it.each<[string, Partial<InvoiceFields>]>([
    ["another hash", { description: { kind: "hash", sha256: new Uint8Array(32).fill(6) } }],
    ["a text", { description: { kind: "text", text: "coffee" } }],
  ])("tells of %s as description, and goes on", (_, changes) => {
    expect(check(changes)).toEqual({ kind: "ok", descriptionHashMatches: false });
  });

  it.each<[string, Partial<InvoiceFields>, string]>([
    ["one msat more", { amount: msats(1_501n) }, "amount_differs"],
    ["one msat less", { amount: msats(1_499n) }, "amount_differs"],
    ["another network", { network: "mainnet" }, "other_network"],
    ["signet for regtest", { network: "signet" }, "other_network"],
    ["an expiry of a minute before", { expirySeconds: 59 }, "expired"],
    ["no time at all", { expirySeconds: 0 }, "expired"],
    ["a final CLTV of one block too many", { minFinalCltvExpiry: FINAL_CLTV_BLOCKS_MAX + 1 }, "final_cltv_too_large"],
  ])("refuses %s", (_, changes, problem) => {
    expect(check(changes)).toEqual({ kind: "problem", problem });
  });

  it("refuses an invoice whose amount the payer chooses", () => {
    const { amount: _, ...amountless } = asked;
    const invoice = decodeInvoice(encodeInvoice(amountless, new Uint8Array(32).fill(7)));
    expect(checkInvoice(invoice, expected)).toEqual({ kind: "problem", problem: "amount_differs" });
  });

  it("refuses it at the second of its expiry", () => {
    expect(check({}, new Date("2026-03-01T12:01:00Z"))).toEqual({ kind: "problem", problem: "expired" });
  });
});
