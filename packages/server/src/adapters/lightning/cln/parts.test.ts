import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { parseAnswer } from "./answers.ts";
import { deliveredBy, groupsOf, isWhole, judge, type Part, partOf } from "./parts.ts";

const PREIMAGE = "e33319a326dc9e122be9cc0ec341f68d987d6f917c8422427285e735520d85dc";
const HASH = "6938ad429e6ae527edbfdbe154ba5b3cab663f79c8cbf4cebbe752d890e640c7";

/** As the node writes one. */
function answered(changes: Readonly<Record<string, string>> = {}): Part {
  const fields = {
    created_index: "1",
    groupid: "4665185782626172195",
    partid: "1",
    payment_hash: `"${HASH}"`,
    status: '"complete"',
    amount_msat: "1000000",
    amount_sent_msat: "1001100",
    created_at: "1795408565",
    payment_preimage: `"${PREIMAGE}"`,
    ...changes,
  };
  const text = Object.entries(fields).map(([name, value]) => `"${name}":${value}`);
  return partOf(parseAnswer(`{${text.join(",")}}`) as Record<string, unknown>);
}

function part(changes: Partial<Part>): Part {
  return { ...answered(), ...changes };
}

describe("a part of a payment", () => {
  it("belongs to a group of 64 bits, to the last digit", () => {
    expect(answered().group).toBe("4665185782626172195");
    expect(answered({ groupid: "18446744073709551615" }).group).toBe("18446744073709551615");
    expect(answered({ groupid: "4665185782626172196" }).group).not.toBe(answered().group);
  });

  it.each([
    { groupid: '"x"' },
    { groupid: "1.5" },
    { status: '"probably"' },
    { payment_preimage: '"00"' },
    { amount_sent_msat: "-1" },
    { amount_msat: "1e6" },
    { created_index: "null" },
    { created_at: "99999999999999" },
  ])("is none where a field is not as documented (%j)", (changes) => {
    expect(() => answered(changes as unknown as Record<string, string>)).toThrow("the node answered");
  });
});

describe("a group of parts", () => {
  const judged = (...parts: [Part, ...Part[]]) => judge({ id: "1", parts });

  it("is settled when nothing is pending and something is complete, and costs what its complete parts cost", () => {
    const failed = part({ status: "failed", preimage: undefined, sent: msats(9_000_000n) });
    const parts = [part({ sent: msats(600_500n), delivered: msats(600_000n) }), failed] as const;
    const last = part({ sent: msats(400_700n), delivered: msats(400_000n) });
    expect(judged(...parts, last)).toMatchObject({ kind: "settled", fee: 1_200n });
  });

  it("is in flight while a part is pending, also where another one has brought the preimage", () => {
    const pending = part({ status: "pending", preimage: undefined });
    expect(judged(part({}), pending)).toEqual({ kind: "in_flight" });
    expect(judged(part({ status: "failed", preimage: undefined }), pending)).toEqual({ kind: "in_flight" });
  });

  it("costs nothing where it is not known what arrived", () => {
    expect(judged(part({ delivered: undefined }))).toMatchObject({ kind: "settled", fee: 0n });
  });

  it("has never failed while any part has not, whatever the others are", () => {
    const statuses = fc.array(fc.constantFrom("pending", "complete", "failed" as const), { minLength: 1 });
    fc.assert(
      fc.property(statuses, (all) => {
        const parts = all.map((status) =>
          part({ status, preimage: status === "complete" ? new Uint8Array(32) : undefined }),
        );
        const { kind } = judge({ id: "1", parts: parts as [Part, ...Part[]] });
        expect(kind === "all_failed").toBe(all.every((status) => status === "failed"));
        expect(kind === "in_flight").toBe(all.includes("pending"));
      }),
      { numRuns: inject("runs") * 100 },
    );
  });

  it("is known by its lowest index, in whatever order parts are listed", () => {
    const [first, second] = [part({ index: 3, group: "1" }), part({ index: 7, group: "1" })];
    const other = part({ index: 5, group: "2" });
    const groups = groupsOf([second, other, first]);
    expect(groups.map(({ id, parts }) => [id, parts.map(({ index }) => index)])).toEqual([
      ["1", [3, 7]],
      ["2", [5]],
    ]);
  });

  it("brings what its parts that have not failed bring, or would have brought", () => {
    const failed = part({ status: "failed", delivered: msats(5n) });
    expect(deliveredBy({ id: "1", parts: [failed, part({ delivered: msats(7n) })] })).toBe(7n);
    expect(deliveredBy({ id: "1", parts: [failed] })).toBe(5n);
  });

  it("is whole only from its first part on, and with all that its invoice asks for", () => {
    const whole = (...parts: [Part, ...Part[]]) => isWhole({ id: "1", parts });
    const asked = msats(1_000_000n);
    expect(whole(part({ asked }))).toBe(true);
    expect(whole(part({ asked: undefined }))).toBe(false);
    expect(whole(part({ asked, number: 2 }))).toBe(false);
    expect(whole(part({ asked, delivered: msats(999_999n) }))).toBe(false);
    expect(whole(part({ asked, status: "pending" }))).toBe(false);
  });
});
