import { describe, expect, it } from "vitest";
import { amountOfInvoice, isOfKind, kindOf, plainRecipient } from "./recipient.ts";

const invoice = (amount: string) => `lnbcrt${amount}1p4squ2ssp56n3ejle0wzdvnr0d0gy3q7h0yem2zy5vxfstkys8a2tfht79d2wq`;

describe("whom a payment goes to", () => {
  it.each([
    ["ann@example.com", "address"],
    ["LNURL1DP68GURN8GHJ7", "address"],
    [invoice("100n"), "invoice"],
    [invoice("").toUpperCase(), "invoice"],
    ["ann", "gamertag"],
    ["ann.smith_7", "gamertag"],
    ["ann smith", undefined],
    ["", undefined],
    ["a@b@c", undefined],
  ])("%s is %s", (text, kind) => expect(kindOf(text)).toBe(kind));

  it("is what a person says, where it can be that", () => {
    expect(isOfKind("ann@example.com", "email")).toBe(true);
    expect([isOfKind("ann", "email"), isOfKind("ann", "invoice"), isOfKind(invoice("1m"), "address")]).toEqual([
      false,
      false,
      false,
    ]);
    expect(plainRecipient(" LIGHTNING:ann@example.com ")).toBe("ann@example.com");
  });

  it.each([
    ["", undefined],
    ["1", "100000000000"],
    ["20m", "2000000000"],
    ["25u", "2500000"],
    ["100n", "10000"],
    ["10p", "1"],
  ])("an invoice with %s asks for %s msats", (amount, msats) => {
    expect(amountOfInvoice(invoice(amount))).toBe(msats);
  });
});
