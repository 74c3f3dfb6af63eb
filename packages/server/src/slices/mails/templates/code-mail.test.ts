import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CodeMail, codeMail } from "./code-mail.ts";
import { emailChangedMail } from "./email-changed-mail.ts";
import { emailGivenMail } from "./email-given-mail.ts";

const FACTS: CodeMail = { code: "01234567", purpose: "log_in", app: undefined, host: "pay.example", language: "en" };

/** What a reader of the HTML part sees. */
const seen = (html: string) =>
  html
    .replaceAll(/<style>[\s\S]*?<\/style>|<title>[\s\S]*?<\/title>|<[^>]*>/g, " ")
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/\s+/g, " ");

const tags = (html: string) => [...html.matchAll(/<\/?([a-z0-9]+)[^>]*>/g)].map(([tag]) => tag);

describe("the mail of a code", () => {
  it.each([
    [FACTS, ["A login to an account at pay.example was asked for", "do nothing"]],
    [{ ...FACTS, app: "Acme Games" }, ["A login to the app Acme Games was asked for", "an account at pay.example"]],
    [{ ...FACTS, purpose: "change_email" as const }, ["An account at pay.example is to get this address"]],
  ])("says in both parts the code, what asked for it, and what is never asked: %#", (facts, words) => {
    const { subject, text, html } = codeMail(facts);
    expect(subject).toContain("0123 4567");
    expect(text.split("\n")).toContain("    0123 4567");
    for (const said of [
      "0123 4567",
      "good for 10 minutes",
      "We never ask you for this code",
      "pages of pay.example and nowhere else",
      ...words,
    ]) {
      expect(text.replaceAll(/\s+/g, " ")).toContain(said);
      expect(seen(html)).toContain(said);
    }
  });

  it("has no link, whatever an app calls itself, and loads nothing", () => {
    const names = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.constantFrom(
        "https://evil.example",
        `<a href="https://evil.example">x</a>`,
        "x\r\n\r\nCode: 000 000",
        "www.evil.example",
      ),
    );
    fc.assert(
      fc.property(names, (app) => {
        const { subject, text, html } = codeMail({ ...FACTS, app });
        expect(subject).toBe(codeMail(FACTS).subject);
        expect(text).not.toMatch(/https?:\/\/|www\.\S/);
        expect(text.split("\n")).toHaveLength(codeMail(FACTS).text.split("\n").length);
        expect(tags(html)).toEqual(tags(codeMail(FACTS).html));
      }),
    );
  });
});

it("the mail to the address that an account had says when, and not which one it has now", () => {
  const { text, html } = emailChangedMail({
    at: new Date("2026-11-22T16:41:00Z"),
    host: "pay.example",
    language: "en",
    by: "user",
  });
  for (const part of [text, seen(html)]) {
    expect(part).toContain("22 November 2026 at 16:41 UTC");
    expect(part).toContain("pay.example");
    expect(part).not.toContain("@");
  }
});

it("the mail to the address that an account had names the operator who changed it", () => {
  const facts = { at: new Date("2026-11-22T16:41:00Z"), host: "pay.example", language: "en" } as const;
  const said = "The operator of pay.example changed the address.";
  for (const [by, isSaid] of [
    ["operator", true],
    ["user", false],
  ] as const) {
    const { text, html } = emailChangedMail({ ...facts, by });
    expect([text.includes(said), seen(html).includes(said)]).toEqual([isSaid, isSaid]);
  }
});

it("the mail to an address that the operator gave says who did it, when, where to log in, and what to do else", () => {
  const { text, html } = emailGivenMail({
    at: new Date("2026-11-22T16:41:00Z"),
    baseUrl: "https://pay.example",
    language: "en",
  });
  for (const part of [text, seen(html)])
    for (const said of [
      "the operator of pay.example gave this address to an account",
      "22 November 2026 at 16:41 UTC",
      "https://pay.example/login",
      "If you did not ask for it, do not log in, and write to the operator of pay.example",
    ])
      expect(part).toContain(said);
});
