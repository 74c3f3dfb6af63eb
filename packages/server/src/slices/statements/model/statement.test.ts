import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AccountNo, ChargeId, PaymentId, TransferId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { CSV_FORMAT, JSON_FORMAT, presentEntry, type WireEntry } from "./present-statement.ts";
import { type Causes, entryOf, type StatementEntry } from "./statement.ts";

const AT = new Date("2026-03-01T12:00:00Z");
const PAYMENT = "01a1f9ba-a0a8-7169-bb85-f785abe3de6f" as PaymentId;
const RECEIPT = "01a1f9ba-a0a8-7169-bb85-f785abe3de70";
const CHARGE = "01a1f9ba-a0a8-7169-bb85-f785abe3de71" as ChargeId;
const VOUCHER = "01a1f9ba-a0a8-7169-bb85-f785abe3de73";
const TRANSFER = "01a1f9ba-a0a8-7169-bb85-f785abe3de72" as TransferId;

const payment = (isFailed: boolean, isBroughtBack = false) =>
  new Map([
    [
      PAYMENT as string,
      {
        id: PAYMENT,
        destination: "shop@example.com",
        internalId: "order",
        isFailed,
        isBroughtBack,
        withdrawal: undefined,
      },
    ],
  ]);
const receipt = (chargeId: ChargeId | undefined, id: string = RECEIPT) =>
  new Map([[id, { chargeId, internalId: "bill" }]]);
const none = { payments: new Map(), receipts: new Map(), vouchers: new Map() };

const movement = (direction: "in" | "out", causeKind: string, causeId: string) => ({
  transferId: TRANSFER,
  direction,
  amount: msats(7n),
  balanceAfter: 100n,
  other: 1n as AccountNo,
  causeKind,
  causeId,
  at: AT,
});

describe("a line of a statement", () => {
  it.each<[string, Parameters<typeof movement>, Causes, Partial<StatementEntry>]>([
    [
      "what is reserved for a payment",
      ["out", "payment", PAYMENT],
      { ...none, payments: payment(false) },
      { type: "payment", amount: -7n, paymentId: PAYMENT, counterparty: "shop@example.com", internalId: "order" },
    ],
    [
      "a payment that was brought back after a restore",
      ["out", "payment", PAYMENT],
      { ...none, payments: payment(false, true) },
      { type: "payment", amount: -7n, paymentId: PAYMENT, isRestored: true },
    ],
    [
      "what was lent for such a payment",
      ["in", "restore_deficit", PAYMENT],
      { ...none, payments: payment(false, true) },
      { type: "transfer", amount: 7n, paymentId: undefined, isRestored: true },
    ],
    [
      "what a failed payment gives back",
      ["in", "payment_finished", PAYMENT],
      { ...none, payments: payment(true) },
      { type: "refund", amount: 7n, paymentId: PAYMENT },
    ],
    [
      "what a route did not take",
      ["in", "payment_finished", PAYMENT],
      { ...none, payments: payment(false) },
      { type: "fee_refund", amount: 7n, paymentId: PAYMENT },
    ],
    [
      "a receipt for a charge",
      ["in", "receipt", RECEIPT],
      { ...none, receipts: receipt(CHARGE) },
      { type: "charge", chargeId: CHARGE, internalId: "bill" },
    ],
    [
      "a charge that a wallet of the service paid",
      ["in", "payment_finished", PAYMENT],
      { ...none, receipts: receipt(CHARGE, PAYMENT) },
      { type: "charge", chargeId: CHARGE, paymentId: undefined },
    ],
    [
      "a payment of another wallet",
      ["in", "payment", PAYMENT],
      none,
      { type: "receipt", paymentId: undefined, counterparty: undefined },
    ],
    [
      "what an operator found",
      ["in", "suspense_assigned", RECEIPT],
      { ...none, receipts: receipt(undefined) },
      { type: "receipt", chargeId: undefined },
    ],
    ["the value of a voucher", ["out", "voucher", VOUCHER], none, { type: "voucher", amount: -7n, voucherId: VOUCHER }],
    [
      "a voucher that was redeemed into the wallet",
      ["in", "voucher_ended", VOUCHER],
      { ...none, vouchers: new Map([[VOUCHER, { internalId: undefined, redeemedWith: TRANSFER }]]) },
      { type: "voucher", amount: 7n, voucherId: VOUCHER },
    ],
    [
      "what came back of a voucher",
      ["in", "voucher_ended", VOUCHER],
      none,
      { type: "voucher_refund", amount: 7n, voucherId: VOUCHER },
    ],
    [
      "our fee on a payment to an e-mail address",
      ["out", "voucher_fee", VOUCHER],
      { ...none, vouchers: new Map([[VOUCHER, { internalId: "order-1", redeemedWith: undefined }]]) },
      { type: "fee", amount: -7n, voucherId: VOUCHER, internalId: "order-1" },
    ],
    ["anything else that comes in", ["in", "equity", RECEIPT], none, { type: "transfer", amount: 7n }],
    ["anything else that goes out", ["out", "payment_finished", RECEIPT], none, { type: "transfer", amount: -7n }],
  ])("says %s", (_what, of, causes, expected) => {
    expect(entryOf(movement(...of), causes)).toMatchObject({
      at: AT,
      balance: 100n,
      transferId: TRANSFER,
      ...expected,
    });
  });
});

const wire = (fields: Partial<WireEntry> = {}): WireEntry => ({
  ...presentEntry(entryOf(movement("out", "payment", PAYMENT), { ...none, payments: payment(false) })),
  ...fields,
});

/** The cells of one record, as RFC 4180 says. */
function parseRecord(text: string): string[] {
  const cells: string[] = [];
  let rest = text;
  for (;;) {
    const [whole = "", quoted, plain = ""] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/.exec(rest) ?? [];
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    rest = rest.slice(whole.length);
    if (rest === "\r\n") return cells;
    if (!rest.startsWith(",")) throw new Error(`no record: ${JSON.stringify(text)}`);
    rest = rest.slice(1);
  }
}

describe("a statement in CSV", () => {
  const columns = parseRecord(CSV_FORMAT.head);

  it("has the fields of the JSON as columns, and amounts as numbers", () => {
    expect(columns).toEqual(Object.keys(wire()));
    expect(CSV_FORMAT.line(wire({ counterparty: null }), true)).toBe(
      `2026-03-01T12:00:00.000Z,payment,-7,100,msats,${TRANSFER},${PAYMENT},,,,order,,\r\n`,
    );
  });

  it.each([
    [";=1+1", "';'=1+1"],
    [" =1+1", "' =1+1"],
    ["order;=1+1;x", "order;'=1+1;x"],
    ["order-1; a@b", "order-1; a@b"],
  ])("shows %j as %j", (internalId, shown) => {
    expect(parseRecord(CSV_FORMAT.line(wire({ internalId }), true))[columns.indexOf("internalId")]).toBe(shown);
  });

  it("keeps any text whole, and shows none as a formula", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "=1+1",
        "+1",
        "-1",
        "@sum(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "＝1",
        '"=1',
        ",=1",
        'a"b,c\r\nd',
        "'=1",
        "",
      ),
      fc
        .tuple(
          fc.constantFrom("", "a", "7"),
          fc.array(fc.constantFrom(";", "\t", ",", " ", "\u00a0", "\n", '"'), { maxLength: 3 }),
          fc.constantFrom("=1+1", "+1", "-1", "@sum(A1)", "＝1"),
          fc.constantFrom("", ";b", "\t-2"),
        )
        .map(([before, separators, sign, after]) => `${before}${separators.join("")}${sign}${after}`),
    );
    fc.assert(
      fc.property(texts, texts, (internalId, counterparty) => {
        const cells = parseRecord(CSV_FORMAT.line(wire({ internalId, counterparty }), false));
        expect(cells).toHaveLength(columns.length);
        for (const [name, text] of [
          ["internalId", internalId],
          ["counterparty", counterparty],
        ] as const) {
          const shown = cells[columns.indexOf(name)] ?? "";
          expect(shown.replaceAll("'", "")).toBe(text.replaceAll("'", ""));
          if (/^[;\s]*[=+\-@＝＋－＠]/.test(text)) expect(shown).toMatch(/^'/);
          // also as a program reads it that takes another separator, or drops spaces and quotes
          const pieces = [shown, ...shown.split(";"), ...shown.split(/[\t\r\n]/)];
          for (const piece of pieces) expect(piece.replace(/^[\s"]+/, "")).not.toMatch(/^[=+\-@＝＋－＠]/);
          expect(shown).not.toMatch(/^[\t\r\n]/);
        }
      }),
    );
  });
});

describe("a statement in JSON", () => {
  it.each([0, 1, 3])("is the envelope with each of %s entries in a line of its own", (count) => {
    const entries = Array.from({ length: count }, (_, i) => wire({ internalId: `a\n${i}` }));
    const text =
      JSON_FORMAT.head + entries.map((entry, i) => JSON_FORMAT.line(entry, i === 0)).join("") + JSON_FORMAT.tail;
    expect(JSON.parse(text)).toEqual({ success: true, data: entries, message: "Statement listed." });
    expect(text.trimEnd().split("\n")).toHaveLength(count + 2);
  });
});
