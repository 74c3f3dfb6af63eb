import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { encodeLnurl } from "#protocol/lnurl.ts";
import { type Clue, recognize, SEARCH_CHARACTERS_MAX } from "./clue.ts";

const ID = "01a1f9ba-a0a8-7169-bb85-f785abe3de6f";
/** Of docs/contract.md: an invoice that can be decoded. */
const INVOICE =
  "lnbcrt100n1p4squ2ssp56n3ejle0wzdvnr0d0gy3q7h0yem2zy5vxfstkys8a2tfht79d2wqpp5nm2wv3azpf3wcag3aejj4yjmzvp7ff0t3r4k5cxjxp3wtpd6wdgs" +
  "dqsfaexgetjyq6rwvf3xqrrss9qrsgqut4l0sngd3a7xn5gql6zs5a09pw6v9e820af4xur0h6ze5ldquv9ddxmy3cm3l9tqelrqhck2xv8m9ku82ewr6gdnxhpwawye25879cph40uca";
const INVOICE_HASH = "9ed4e647a20a62ec7511ee652a925b1303e4a5eb88eb6a60d23062e585ba7351";

const kindsOf = (text: string) => recognize(text).map(({ kind }) => kind);
const clueOf = <K extends Clue["kind"]>(text: string, wanted: K) =>
  recognize(text).find(({ kind }) => kind === wanted) as Extract<Clue, { kind: K }> | undefined;

describe("a text that somebody searches for", () => {
  it("is an id, in upper case and with space around it too", () => {
    expect(clueOf(`  ${ID.toUpperCase()}\n`, "id")).toEqual({ kind: "id", id: ID });
    expect(kindsOf(ID)).toEqual(["id", "own_name", "request"]);
  });

  it("is a hash, a preimage, or a transaction of the chain", () => {
    const hash = "ab".repeat(32);
    expect(clueOf(hash.toUpperCase(), "hash")).toEqual({
      kind: "hash",
      hash: hexToBytes(hash),
      hashed: sha256(hexToBytes(hash)),
    });
    expect(kindsOf(`${hash}ab`)).not.toContain("hash");
  });

  it.each([INVOICE, INVOICE.toUpperCase(), `lightning:${INVOICE}`, `LIGHTNING:${INVOICE.toUpperCase()}`])(
    "is an invoice, and nothing else: %s",
    (text) => {
      const [clue, ...rest] = recognize(text);
      expect(clue?.kind === "invoice" && bytesToHex(clue.paymentHash)).toBe(INVOICE_HASH);
      expect(rest).toEqual([]);
    },
  );

  it("is no invoice when a character of it is wrong", () => {
    expect(kindsOf(INVOICE.replace("p4squ2", "p4squ3"))).not.toContain("invoice");
  });

  it("is a link of ours, also as an LNURL, with the ids in it", () => {
    const url = new URL(`https://leyden.example/lnurlp/static/${ID}`);
    expect(recognize(url.href)).toEqual([{ kind: "id", id: ID }]);
    const lnurl = encodeLnurl(url);
    expect(recognize(lnurl.toUpperCase())).toEqual([
      { kind: "id", id: ID },
      { kind: "address", address: lnurl },
    ]);
    expect(kindsOf(`see ${ID}`), "what is no link is no id").not.toContain("id");
  });

  it("is an address, a gamertag, a code, or the number of a purchase", () => {
    expect(clueOf("Alice@Example.com", "address")).toEqual({ kind: "address", address: "alice@example.com" });
    expect(clueOf(`02${"AB".repeat(32)}`, "address")).toEqual({ kind: "address", address: `02${"ab".repeat(32)}` });
    expect(clueOf("@Alice_7", "name")).toEqual({ kind: "name", gamertag: "Alice_7" });
    expect(clueOf("0a1b2c3d", "code")).toEqual({ kind: "code", code: "0A1B2C3D" });
    expect(clueOf("0F3A-6D1E-9B20", "number")).toEqual({ kind: "number", digits: "0f3a6d1e9b20" });
    for (const text of ["a@b@c", "al ice@example.com", "0a1b2c3", "0a1b2c3g", "al", "x".repeat(21)])
      expect(kindsOf(text).filter((kind) => ["address", "code", "name", "number"].includes(kind))).toEqual(
        text.startsWith("0a1b2c3") ? ["name"] : [],
      );
  });

  it("is what its owner calls it, as it was written, and the id of a request", () => {
    expect(clueOf(" Order 4711 ", "own_name")).toEqual({ kind: "own_name", name: "Order 4711" });
    expect(kindsOf("Order 4711")).toEqual(["own_name"]);
    expect(clueOf("HbhIuAP17GMF-2", "request")).toEqual({ kind: "request", id: "HbhIuAP17GMF-2" });
    expect(kindsOf("x".repeat(256))).toEqual([]);
  });

  it("may be anything: it is read without an error, and what is blank is nothing", () => {
    expect(recognize(" \n ")).toEqual([]);
    const prefix = fc.constantFrom("", "lnbc1", "lnurl1", "https://", "lightning:", "@");
    fc.assert(
      fc.property(prefix, fc.string({ maxLength: 300 }), (before, text) => {
        for (const clue of recognize(before + text)) expect(Object.values(clue)).not.toContain(undefined);
      }),
      { numRuns: inject("runs") * 500 },
    );
    expect(recognize("a".repeat(SEARCH_CHARACTERS_MAX))).toEqual([]);
  });
});
