import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { LOOK } from "#platform/http/look.ts";
import { englishIn } from "#service/testing/words.harness.ts";
import { MAIL_STYLE } from "./mail-style.ts";
import { type VoucherMail, voucherMail } from "./voucher-mail.ts";

const FACTS: VoucherMail = {
  amount: msats(1_234_500n),
  projectName: "Acme Games",
  comment: "Thanks for playing",
  claimUrl: "https://pay.example/claim/0A1B2C3E",
  expiresAt: new Date("2026-12-20T16:12:00Z"),
  unsubscribeUrl: "https://pay.example/unsubscribe/abc",
  language: "en",
};

/** What a reader of the HTML part sees. */
const seen = (html: string) =>
  html
    .replaceAll(/<style>[\s\S]*?<\/style>|<title>[\s\S]*?<\/title>|<[^>]*>/g, " ")
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/\s+/g, " ");
const tags = (html: string) => [...html.matchAll(/<\/?([a-z0-9]+)[^>]*>/g)].map(([tag]) => tag);

it("has buttons in the colours of the pages that they lead to, light and dark", () => {
  const colours = (name: string) =>
    [...LOOK.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6})`, "g"))].map(([, hex]) => hex);
  const buttons = [...MAIL_STYLE.matchAll(/\.button \{[^}]*background: (#[0-9a-f]{6}); color: (#[0-9a-f]{6})/g)];
  expect(buttons.map(([, ground]) => ground)).toEqual(colours("accent"));
  expect(buttons.map(([, , ink]) => ink)).toEqual(colours("on-accent"));
  expect(buttons).toHaveLength(2);
});

describe("the mail of a voucher", () => {
  it("says in both parts what is to be taken, from whom, where, how, until when, and what is never asked", () => {
    const { subject, text, html } = voucherMail(FACTS);
    expect(subject).toBe("You have received 1,234.5 sat");
    const facts = [
      ...[
        "1,234.5 sat",
        "Acme Games",
        "Thanks for playing",
        "Any Lightning wallet will do",
        "add the money to an account here",
        "20 December 2026 at 16:12 UTC",
      ],
      ...[
        "We never ask you for the password of your e-mail",
        "recovery words",
        "The link of this mail leads to pay.example",
        "No more mails like this",
      ],
    ];
    for (const words of facts) {
      expect(text.replaceAll(/\s+/g, " ")).toContain(words);
      expect(seen(html)).toContain(words);
    }
    for (const url of [FACTS.claimUrl, FACTS.unsubscribeUrl]) {
      expect(text.split("\n")).toContain(url);
      expect(html).toContain(`href="${url}"`);
    }
  });

  it("is in the language that it is to be in, amounts and times as well", () => {
    const { subject, text, html } = voucherMail({ ...FACTS, language: "de" });
    expect(subject).toBe("Du hast 1.234,5 sat bekommen");
    expect(html).toContain('<html lang="de">');
    for (const part of [text, seen(html)]) {
      for (const words of [
        "Acme Games hat dir Geld geschickt",
        "vor dem 20. Dezember 2026 um 16:12 UTC",
        "100.000.000",
      ])
        expect(part.replaceAll(/\s+/g, " ").replaceAll("Acme Games  hat", "Acme Games hat")).toContain(words);
      expect(englishIn(part.replace(FACTS.comment, ""))).toEqual([]);
    }
  });

  it.each([
    [1_000n, "1 sat"],
    [1n, "0.001 sat"],
    [10n, "0.01 sat"],
    [123_456_789_000n, "123,456,789 sat"],
  ])("shows %d msats as %s", (amount, shown) => {
    expect(voucherMail({ ...FACTS, amount: msats(amount) }).subject).toBe(`You have received ${shown}`);
  });

  it("leaves out the comment that is not there", () => {
    const { text, html } = voucherMail({ ...FACTS, comment: " \n" });
    expect(text).not.toContain("They write");
    expect(html).not.toContain("They write");
  });

  it("loads nothing, runs nothing, and links to nothing but the claim and the unsubscription, whatever a project writes", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.constantFrom(
        `<script src="https://evil.example/x.js"></script><img src=x onerror=alert(1)>`,
        `"><a href="https://evil.example">click</a>`,
        "</p></main></body></html><h1>hello",
        "\u202Emoc.elpmaxe.live//:sptth",
        "line\r\n\r\nTake it here:\r\nhttps://evil.example/claim",
        "Subject: you won\r\nBcc: eve@evil.example",
        "https://evil.example www.evil.example eve@evil.example",
        "x".repeat(10_000),
      ),
    );
    const plain = voucherMail({ ...FACTS, projectName: "p", comment: "c" });
    fc.assert(
      fc.property(hostile, hostile, (projectName, comment) => {
        const { subject, text, html } = voucherMail({ ...FACTS, projectName, comment: `c${comment}` });
        expect(subject).toBe(plain.subject);
        expect(tags(html)).toEqual(tags(plain.html));
        expect(text.split("\n")).toHaveLength(plain.text.split("\n").length);
        const links = text.match(/\S*(?:https?:\/\/|www\.|@)\S+/g);
        expect(links).toEqual([FACTS.claimUrl, FACTS.unsubscribeUrl]);
        expect(text.length).toBeLessThan(plain.text.length + 800);
        for (const part of [text, html]) expect(part).not.toMatch(/evil\.example|[\u202a-\u202e\u2066-\u2069]/);
      }),
      { numRuns: inject("runs") * 150 },
    );
  });

  it("has lines that mail programs leave as they are", () => {
    const { text, html } = voucherMail(FACTS);
    for (const part of [text, html]) for (const line of part.split("\n")) expect(line.length).toBeLessThan(998);
  });
});
