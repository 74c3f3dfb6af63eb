import { describe, expect, it } from "vitest";
import { judgePast, type Past } from "./past.ts";

type Answer = boolean | undefined;
const [knows, lacks, unasked] = [true, false, undefined];

describe("judgePast", () => {
  it.each<[what: string, payment: Answer, receipt: Answer, paymentBefore: Answer, Past]>([
    ["has shown nothing yet", unasked, unasked, unasked, "known"],
    ["knows all", knows, knows, unasked, "known"],
    ["knows its newest payment, and has no receipt", knows, unasked, unasked, "known"],
    ["lacks both", lacks, lacks, unasked, "went_back"],
    ["lacks its newest receipt alone", knows, lacks, unasked, "went_back"],
    ["lacks its newest payment, and never had a receipt", lacks, unasked, unasked, "went_back"],
    ["lacks a payment newer than its receipt, and knows the older ones", lacks, knows, knows, "went_back"],
    ["lacks a payment newer than its receipt, and there is no older one", lacks, knows, unasked, "went_back"],
    ["has a receipt and lacks a payment from before it", lacks, knows, lacks, "history_deleted"],
  ])("says of a node that %s what became of it", (_what, payment, receipt, paymentBefore, past) => {
    expect(judgePast({ payment, receipt, paymentBefore, channels: true })).toBe(past);
    expect(judgePast({ payment, receipt, paymentBefore, channels: false }), "lost channels").toBe("went_back");
  });
});
