import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { MSATS_MAX, msats } from "#kernel/money.ts";
import { amountInInvoice, decodeInvoice, INVOICE_CHARACTERS_MAX } from "./bolt11.ts";
import { INVALID, PAYEE, PAYMENT_HASH, PAYMENT_SECRET, PRIVATE_KEY, TIMESTAMP, VALID } from "./bolt11.vectors.ts";
import { encodeInvoice, field, type InvoiceFields, sealInvoice } from "./bolt11-encode.ts";
import { bitsToWords, type FieldName, numberToWords, TIMESTAMP_WORDS, type Words } from "./bolt11-words.ts";
import type { ProtocolProblem } from "./protocol-error.ts";
import { problemOf } from "./testing/problem-of.harness.ts";

const KEY = hexToBytes(PRIVATE_KEY);

const simple: InvoiceFields = {
  network: "mainnet",
  paymentHash: hexToBytes(PAYMENT_HASH),
  paymentSecret: hexToBytes(PAYMENT_SECRET),
  timestamp: new Date(TIMESTAMP * 1000),
  description: { kind: "text", text: "1 cup coffee" },
};

describe("the examples of BOLT 11", () => {
  it.each(VALID)("reads $title", (vector) => {
    const invoice = decodeInvoice(vector.invoice);

    expect(invoice).toMatchObject({
      text: vector.invoice.toLowerCase(),
      network: vector.network ?? "mainnet",
      amount: vector.amount,
      payee: vector.payee ?? PAYEE,
      timestamp: new Date((vector.timestamp ?? TIMESTAMP) * 1000),
      expirySeconds: vector.expirySeconds ?? 3600,
      expiresAt: new Date(((vector.timestamp ?? TIMESTAMP) + (vector.expirySeconds ?? 3600)) * 1000),
      minFinalCltvExpiry: vector.minFinalCltvExpiry ?? 18,
      features: vector.features ?? [8, 14],
      routeHints: vector.routeHints ? [vector.routeHints] : [],
    });
    expect(bytesToHex(invoice.paymentHash)).toBe(vector.paymentHash ?? PAYMENT_HASH);
    expect(bytesToHex(invoice.paymentSecret)).toBe(PAYMENT_SECRET);
    expect(invoice.metadata && bytesToHex(invoice.metadata)).toBe(vector.metadata);
    expect(invoice.description).toEqual(
      vector.hash ? { kind: "hash", sha256: hexToBytes(vector.hash) } : { kind: "text", text: vector.text },
    );
  });

  it.each(INVALID)("refuses: $title", ({ invoice, problem }) => {
    expect(problemOf(() => decodeInvoice(invoice))).toBe(problem);
  });

  it("are written again to the letter where our order of the fields is theirs", () => {
    const written = [
      encodeInvoice({ ...simple, description: { kind: "text", text: "Please consider supporting this project" } }, KEY),
      encodeInvoice({ ...simple, amount: msats(250_000_000n), expirySeconds: 60 }, KEY),
      encodeInvoice(
        {
          ...simple,
          amount: msats(250_000_000n),
          expirySeconds: 60,
          description: { kind: "text", text: "ナンセンス 1杯" },
        },
        KEY,
      ),
    ];
    expect(written).toEqual(VALID.slice(0, 3).map((vector) => vector.invoice));
  });
});

describe("decodeInvoice", () => {
  const node = fc.constantFrom(PAYEE, bytesToHex(secp256k1.getPublicKey(new Uint8Array(32).fill(7))));
  const uint = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 });
  const hop = fc.record({
    nodeId: node,
    shortChannelId: fc.tuple(uint(24), uint(24), uint(16)).map((parts) => parts.join("x")),
    feeBaseMsat: uint(32),
    feeProportionalMillionths: uint(32),
    cltvExpiryDelta: uint(16),
  });
  const sha = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const invoiceFields: fc.Arbitrary<InvoiceFields> = fc.record(
    {
      network: fc.constantFrom("mainnet", "testnet", "signet", "regtest"),
      amount: fc
        .oneof(
          fc.bigInt(1n, MSATS_MAX),
          fc.bigInt(1n, 21_000_000n).map((btc) => btc * 100_000_000_000n),
        )
        .map((n) => msats(n)),
      paymentHash: sha,
      paymentSecret: sha,
      timestamp: fc.integer({ min: 0, max: 2 ** 35 - 1 }).map((seconds) => new Date(seconds * 1000)),
      description: fc.oneof(
        fc.string({ unit: "binary", maxLength: 150 }).map((text) => ({ kind: "text" as const, text })),
        sha.map((sha256) => ({ kind: "hash" as const, sha256 })),
      ),
      expirySeconds: uint(35),
      minFinalCltvExpiry: uint(35),
      features: fc.uniqueArray(
        fc.oneof(
          fc.constantFrom(8, 14, 16, 48),
          fc.nat(2000).map((n) => (n === 15 ? 33 : n * 2 + 1)), // 31 is AMP
        ),
      ),
      routeHints: fc.array(fc.array(hop, { minLength: 1, maxLength: 12 }), { maxLength: 3 }),
      metadata: fc.uint8Array({ maxLength: 639 }),
      namesPayee: fc.boolean(),
    },
    { requiredKeys: ["network", "paymentHash", "paymentSecret", "timestamp", "description"] },
  );

  it("reads back whatever was written", () => {
    fc.assert(
      fc.property(invoiceFields, (fields) => {
        const text = encodeInvoice(fields, KEY);
        fc.pre(text.length <= INVOICE_CHARACTERS_MAX);
        const { namesPayee, features = [8, 14], ...rest } = fields;

        expect(decodeInvoice(text)).toEqual({
          amount: undefined,
          expirySeconds: 3600,
          minFinalCltvExpiry: 18,
          routeHints: [],
          metadata: undefined,
          ...rest,
          features: features.toSorted((a, b) => a - b),
          text,
          payee: PAYEE,
          signature: expect.any(Uint8Array),
          expiresAt: new Date(fields.timestamp.getTime() + (fields.expirySeconds ?? 3600) * 1000),
        });
        expect(decodeInvoice(`LIGHTNING:${text.toUpperCase()}`).text).toBe(text);
        expect(amountInInvoice(text)).toBe(fields.amount);
      }),
      { numRuns: inject("runs") * 200 },
    );
  });

  it("refuses every change of one character", () => {
    const text = encodeInvoice({ ...simple, amount: msats(1_000n), network: "regtest" }, KEY);
    for (let at = 0; at < text.length; at++)
      for (const letter of ["q", "p", "1", "Z", " ", "é", ""]) {
        const changed = text.slice(0, at) + letter + text.slice(at + 1);
        if (changed !== text)
          expect(
            problemOf(() => decodeInvoice(changed)),
            changed,
          ).toBeDefined();
      }
  });

  it("throws nothing but ProtocolErrors for signed nonsense", () => {
    const nonsense = fc.tuple(
      fc.constantFrom(
        "lnbc",
        "lnbcrt",
        "lntbs1",
        "lnbc20m",
        "lnbc1p",
        "lnbc0",
        "lnbc01",
        "lnbc999999999999999999999",
        "lnxx",
        "ln",
        "bc",
      ),
      fc.array(fc.integer({ min: 0, max: 31 }), { maxLength: 400 }),
    );
    fc.assert(
      fc.property(nonsense, ([prefix, words]) => {
        problemOf(() => decodeInvoice(sealInvoice(prefix, words, KEY)));
      }),
      { numRuns: inject("runs") * 300 },
    );
  });

  it("throws nothing but ProtocolErrors for mutated fields under a correct checksum", () => {
    const { prefix, words } = bech32.decode(VALID[5]?.invoice ?? "", false);
    const change = fc.tuple(fc.nat(words.length - 1), fc.integer({ min: 0, max: 31 }));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const mutated = [...words];
        for (const [at, word] of changes) mutated[at] = word;
        problemOf(() => decodeInvoice(bech32.encode(prefix, mutated, false)));
        problemOf(() => decodeInvoice(sealInvoice(prefix, mutated.slice(0, -104), KEY)));
      }),
      { numRuns: inject("runs") * 500 },
    );
  });

  it("throws nothing but ProtocolErrors for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(problemOf(() => decodeInvoice(text))).toBeDefined();
        expect(problemOf(() => decodeInvoice(`lnbc1${text}`))).toBeDefined();
      }),
    );
  });

  it("does no work for a text that is too long", () => {
    expect(problemOf(() => decodeInvoice(`lnbc1${"q".repeat(10_000_000)}`))).toBe("too_long");
  });

  it("recovers the key from high-S signatures, but refuses them where the invoice names its key", () => {
    const { prefix, words } = bech32.decode(encodeInvoice(simple, KEY), false);
    const content = words.slice(0, -104);
    const named = [...content, ...field("payee", bech32.toWords(hexToBytes(PAYEE)))];

    expect(decodeInvoice(sealInvoice(prefix, content, KEY, { highS: true })).payee).toBe(PAYEE);
    expect(decodeInvoice(sealInvoice(prefix, named, KEY)).payee).toBe(PAYEE);
    expect(problemOf(() => decodeInvoice(sealInvoice(prefix, named, KEY, { highS: true })))).toBe("signature");
  });

  it("refuses a signature by another key than the named one", () => {
    const { prefix, words } = bech32.decode(encodeInvoice({ ...simple, namesPayee: true }, KEY), false);
    expect(problemOf(() => decodeInvoice(sealInvoice(prefix, words.slice(0, -104), new Uint8Array(32).fill(9))))).toBe(
      "signature",
    );
  });

  describe("fields", () => {
    const hash = bech32.toWords(hexToBytes(PAYMENT_HASH));
    const minimal: Partial<Record<FieldName, Words>> = { paymentHash: hash, paymentSecret: hash, description: [] };

    function problemWith(changes: Partial<Record<FieldName, Words>>, more: Words = []): ProtocolProblem | undefined {
      const fields = Object.entries({ ...minimal, ...changes }).flatMap(([name, data]) => [
        ...field(name as FieldName, data),
      ]);
      return problemOf(() =>
        decodeInvoice(sealInvoice("lnbc", [...numberToWords(1, TIMESTAMP_WORDS), ...fields, ...more], KEY)),
      );
    }

    it("takes the smallest invoice", () => {
      expect(problemWith({})).toBeUndefined();
    });

    it.each<[string, ProtocolProblem, Partial<Record<FieldName, Words>>, Words]>([
      ["both descriptions", "duplicate_field", { descriptionHash: hash }, []],
      ["two payment hashes", "duplicate_field", {}, field("paymentHash", hash)],
      ["two expiries", "duplicate_field", { expiry: [1] }, field("expiry", [2])],
      ["a payment hash of a wrong length only", "missing_field", { paymentHash: hash.slice(1) }, []],
      ["an expiry with a leading zero", "field", { expiry: [0, 1] }, []],
      ["an expiry of more than a thousand years", "field", { expiry: [1, 0, 0, 0, 0, 0, 0, 0] }, []],
      ["a final CLTV with a leading zero", "field", { minFinalCltvExpiry: [0, 9] }, []],
      ["features with a leading zero", "field", { features: [0, 16, 8, 0] }, []],
      ["the unknown feature 2", "feature", { features: bitsToWords([2, 8, 14]) }, []],
      ["an AMP invoice", "feature", { features: bitsToWords([8, 14, 30]) }, []],
      ["an invoice that offers AMP", "feature", { features: bitsToWords([8, 14, 31]) }, []],
      ["a description that is not UTF-8", "field", { description: bech32.toWords(Uint8Array.of(0xff)) }, []],
      ["padding that is not zero", "field", { description: [1, 1] }, []],
      ["an empty route hint", "field", { routeHint: [] }, []],
      ["half a route hint", "field", { routeHint: hash }, []],
      ["a payee that is no point of the curve", "signature", { payee: bech32.toWords(new Uint8Array(33).fill(4)) }, []],
      ["a last field that is cut off", "field", {}, [13, 1, 0, 5]],
      ["a last field without length", "field", {}, [13]],
    ])("refuses %s", (_, problem, changes, more) => {
      expect(problemWith(changes, more)).toBe(problem);
    });
  });

  it.each([
    "lnbc0",
    "lnbc01m",
    "lnbc1x",
    "lnbc25p",
    "lnbcm",
    "lnbc21000001",
    "lnbc2100000000000000001p",
    "lnbc99999999999999999999",
  ])("refuses the amount of %s", (prefix) => {
    const { words } = bech32.decode(encodeInvoice(simple, KEY), false);
    expect(["amount", "network"]).toContain(
      problemOf(() => decodeInvoice(sealInvoice(prefix, words.slice(0, -104), KEY))),
    );
  });

  it.each([
    ["lnbc21000000", MSATS_MAX],
    ["lnbc1", 100_000_000_000n],
    ["lnbc1m", 100_000_000n],
    ["lnbc1u", 100_000n],
    ["lnbc1n", 100n],
    ["lnbc10p", 1n],
    ["lnbc1000000n", 100_000_000n],
  ])("reads the amount of %s", (prefix, amount) => {
    const { words } = bech32.decode(encodeInvoice(simple, KEY), false);
    expect(decodeInvoice(sealInvoice(prefix, words.slice(0, -104), KEY)).amount).toBe(amount);
  });
});
