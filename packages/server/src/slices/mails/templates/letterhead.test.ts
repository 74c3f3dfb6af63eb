import { expect, it } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import { BRANDED } from "#service/testing/branding.harness.ts";
import { emailChangedMail } from "./email-changed-mail.ts";
import { onLetterhead } from "./letterhead.ts";

const MAIL = emailChangedMail({
  at: new Date("2026-12-20T16:12:00Z"),
  host: "pay.example",
  language: "en",
  by: "user",
});

it("says in both parts whose the mail is, where to ask, and what there is to read; the subject stays", () => {
  const { subject, text, html } = onLetterhead(MAIL, BRANDED);
  expect(subject).toBe(MAIL.subject);
  expect(text.startsWith(MAIL.text.trimEnd())).toBe(true);
  expect(text.slice(MAIL.text.length).trim().split("\n")).toEqual([
    "-- ",
    "Nordpay & Söhne",
    "Help: help@nordpay.example",
    "Terms: https://nordpay.example/terms",
    "Privacy: https://nordpay.example/privacy",
    "Imprint: https://nordpay.example/imprint?of=<us>",
    "Made with Leyden",
  ]);
  expect(html).toContain('<main>\n<p class="whose"><bdi>Nordpay &#38; Söhne</bdi></p>');
  expect(html.match(/<a href="[^"]*"/g)).toEqual([
    '<a href="mailto:help@nordpay.example"',
    '<a href="https://nordpay.example/terms"',
    '<a href="https://nordpay.example/privacy"',
    '<a href="https://nordpay.example/imprint?of=&#60;us&#62;"',
  ]);
  expect(html.indexOf("Made with Leyden")).toBeLessThan(html.indexOf("</main>"));
});

it("has buttons in the operator's colour, light and dark, after ours", () => {
  const colours = (html: string) =>
    [...html.matchAll(/\.button \{ background: (#\w+); color: (#\w+); \}/g)].map(([, ...pair]) => pair.join(" "));
  expect(colours(onLetterhead(MAIL, BRANDED).html).slice(-2)).toEqual(["#1f4fd0 #ffffff", "#8fb0ff #1c1c1e"]);
  expect(colours(onLetterhead(MAIL, PLAIN).html)).toHaveLength(2);
});

it("keeps e-mail on one line", () => {
  const { html } = onLetterhead(MAIL, BRANDED);
  expect(html).toContain('<span class="whole">e-mail</span>');
  expect(html).toContain(".whole { white-space: nowrap; }");
  const [, read = ""] = html.split("<main>");
  expect(read.replaceAll('<span class="whole">e-mail</span>', "")).not.toContain("e-mail");
});

it("loads nothing, and has the name of the software where there is no other", () => {
  expect(onLetterhead(MAIL, BRANDED).html).not.toMatch(/<img|url\(|src=|@import/);
  expect(onLetterhead(MAIL, PLAIN).text.trimEnd().endsWith("-- \nLeyden")).toBe(true);
});
