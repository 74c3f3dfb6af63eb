import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import { readerOf } from "#texts/reader.ts";
import { html, timeOf } from "../html.ts";
import { cspHashOf } from "./look.ts";
import { pageHeaders, pageText } from "./page.ts";
import { pageShell } from "./page-shell.ts";

const AT = new Date("2026-12-31T23:30:00Z");
const german = readerOf("de");
const shell = pageShell(PLAIN);
const reading = { reader: german, path: "/x", csrf: "token" };
const withTime = { title: "x", content: html`<h1>x</h1><p>${timeOf(AT, german)}</p>` };
const without = { title: "x", content: html`<h1>x</h1>` };

const scriptsIn = (text: string) =>
  [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => script);
const policyOf = (page: Parameters<typeof pageHeaders>[0]) => pageHeaders(page, shell)["content-security-policy"] ?? "";

/** What the script makes of a page in `language` for who wants `wanted` and is in `zone`. */
function written(language: string, wanted: readonly string[], zone: string) {
  const time = { dateTime: AT.toISOString(), textContent: "31. Dezember 2026 um 23:30 UTC", title: "" };
  class DateTimeFormat extends Intl.DateTimeFormat {
    constructor(locale: string, options: Intl.DateTimeFormatOptions) {
      super(locale, { ...options, timeZone: zone });
    }
  }
  runInNewContext(readFileSync(new URL("times.js", import.meta.url), "utf8"), {
    document: { documentElement: { lang: language }, querySelectorAll: () => [time] },
    navigator: { languages: wanted },
    Intl: { DateTimeFormat },
  });
  return time;
}

describe("a time on a page", () => {
  it("says without a script that it is in UTC, and when that is for programs", () => {
    expect(timeOf(AT, german).markup).toBe(
      `<time datetime="2026-12-31T23:30:00.000Z">31. Dezember 2026 um 23:30 UTC</time>`,
    );
  });

  it("is written in the zone of who looks, which it names, in the page's language as the browser has it", () => {
    expect(written("de", ["en-US", "de-AT"], "Europe/Vienna").textContent).toBe("1. Jänner 2027 um 00:30 MEZ");
    expect(written("de", ["en-US"], "America/New_York").textContent).toBe("31. Dezember 2026 um 18:30 GMT-5");
    expect(written("en", ["en-US", "de"], "UTC").textContent).toBe("December 31, 2026 at 11:30 PM UTC");
    expect(written("en", ["de"], "UTC").textContent).toBe("31 December 2026 at 23:30 UTC");
    expect(written("de", ["de"], "UTC").title).toBe("31. Dezember 2026 um 23:30 UTC");
  });

  it("brings its script along, which the page's policy names, also beside the page's own", () => {
    const own = "let own = 1;";
    for (const page of [withTime, { ...withTime, script: own }, { ...withTime, leadsOnward: true }]) {
      const [script = "", ...more] = scriptsIn(pageText(page, shell, reading));
      expect(more).toEqual([]);
      expect(script).toContain("time[datetime]");
      expect(policyOf(page)).toContain(`script-src ${cspHashOf(script)};`);
    }
    expect(scriptsIn(pageText({ ...withTime, script: own }, shell, reading))[0]).toContain(own);
    expect(policyOf({ ...withTime, leadsOnward: true })).not.toContain("form-action");
  });

  it("is the one reason for a script on a page that has none", () => {
    expect(scriptsIn(pageText(without, shell, reading))).toEqual([]);
    expect(policyOf(without)).not.toContain("script-src");
    const own = { ...without, script: "let own = 1;" };
    expect(scriptsIn(pageText(own, shell, reading))).toEqual([own.script]);
    expect(policyOf(own)).toContain(`script-src ${cspHashOf(own.script)};`);
  });
});
