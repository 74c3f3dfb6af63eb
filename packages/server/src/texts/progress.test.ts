import { describe, expect, it } from "vitest";
import { ERROR_CODES } from "#kernel/error-codes.ts";
import { LANGUAGES, TEXTS } from "./language.ts";
import type { Message } from "./message.ts";
import * as progress from "./progress.ts";
import type { TextKey } from "./reader.ts";

const { PAYMENT_WAITS, CHARGE_LINES, VOUCHER_LINES, PURCHASE_LINES, PAYMENT_FAILURES, PURCHASE_FAILURES } = progress;
const LINES = { PAYMENT_WAITS, CHARGE_LINES, VOUCHER_LINES, PURCHASE_LINES };

describe("what is said of a thing that is under way", () => {
  it.each(LANGUAGES)("is a whole sentence in %s: no state alone is a text", (language) => {
    const ofProgress = Object.entries<Message>(TEXTS[language]).filter(([key]) => key.startsWith("progress_"));
    expect(ofProgress.length).toBeGreaterThan(100);
    for (const [key, message] of ofProgress)
      for (const text of typeof message === "string" ? [message] : [message.one, message.other]) {
        expect(text.trim().split(/\s+/).length, key).toBeGreaterThan(1);
        expect(text, key).toMatch(/[.]$/);
      }
  });

  it("has no text that no line names", () => {
    const lines: readonly { readonly why: TextKey; readonly next: TextKey | undefined }[] = Object.values(
      LINES,
    ).flatMap((table) => Object.values(table));
    const named = new Set<string>([
      ...lines.flatMap(({ why, next }) => [why, next ?? []].flat()),
      ...Object.values(PURCHASE_FAILURES),
    ]);
    const known = Object.keys(TEXTS.en).filter((key) => /^progress_\w+?_why_/.test(key));
    expect(known.filter((key) => !named.has(key))).toEqual(["progress_pay_why_completed"]);
  });

  it("says of each wait what happens next", () => {
    for (const [name, { next }] of Object.entries(PAYMENT_WAITS)) expect(next, name).toMatch(/^progress_pay_next_/);
  });

  it("names failures by codes that there are", () => {
    for (const code of Object.keys(PAYMENT_FAILURES)) expect(Object.keys(ERROR_CODES)).toContain(code);
  });
});
