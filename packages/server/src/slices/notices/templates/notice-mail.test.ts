import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#texts/language.ts";
import { aboutOf, type Thing } from "../model/thing.ts";
import { NOW, OPERATOR, OWNER, readerWith, THINGS } from "../testing/things.harness.ts";
import { noticeMail } from "./notice-mail.ts";

const HOST = "pay.example";
const dashboard = "https://pay.example/dashboard";
const operator = readerWith(OPERATOR, true);
const contact = readerWith(OWNER, false);
const toldOf = (thing: Thing) => ({
  kind: thing.kind,
  subject: thing.subject,
  about: aboutOf(thing),
  toldAt: NOW,
  overSince: NOW,
});
const textOf = (html: string) =>
  html
    .replace(/<style>.*<\/style>/s, "")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, " ");

describe("a notice", () => {
  it.each(LANGUAGES)(
    "has in %s a text for each thing that begins or is over, the same in text and HTML",
    (language) => {
      for (const thing of THINGS)
        for (const notice of [
          { begun: [thing], over: [] },
          { begun: [], over: [toldOf(thing)] },
        ]) {
          const { subject, text, html } = noticeMail({
            notice,
            reader: { ...operator, language },
            host: HOST,
            dashboard,
          });
          expect(subject).not.toMatch(/[\n{}]/);
          expect(text).not.toMatch(/[{}]|undefined/);
          for (const line of text.split("\n").filter((one) => one !== "" && one !== "-- "))
            expect(textOf(html)).toContain(line.trim().replaceAll(/\s+/g, " "));
          expect(html).toContain(`<html lang="${language}">`);
        }
    },
  );

  it("says what holds, since when, and what to do", () => {
    const [failing] = THINGS.filter(({ kind }) => kind === "webhook_failing");
    if (failing === undefined) throw new Error("there is none");
    const mail = noticeMail({ notice: { begun: [failing], over: [] }, reader: contact, host: HOST, dashboard });
    expect(mail.subject).toBe("The webhook of Shop fails");
    expect(mail.text).toContain("shop.example has accepted no events since 26 November 2026 at 10:00 UTC.");
    expect(mail.text).toContain("the status 503");
    expect(mail.text).toContain("POST /v0/events/resend-failed");
    expect(mail.text).toContain("contact of Shop at pay.example");
    const [pause] = THINGS;
    const paused = noticeMail({
      notice: { begun: pause ? [pause] : [], over: [] },
      reader: operator,
      host: HOST,
      dashboard,
    });
    expect(paused.subject).toBe("pay.example: Das Senden ist angehalten (operator)");
    expect(paused.text).toContain("`leyden resume`");
  });

  it("leads to the page of the dashboard for what is of a project, where there is a dashboard", () => {
    const linksOf = (thing: Thing, root: string | undefined) => {
      const notice = { begun: [thing], over: [] };
      const { text, html } = noticeMail({ notice, reader: contact, host: HOST, dashboard: root });
      const links = text.match(/https:\/\/\S+/g) ?? [];
      for (const link of links) expect(html).toContain(`<a href="${link}">${link}</a>`);
      return links.map((link) => link.replace(dashboard, ""));
    };
    const pages = THINGS.map((thing) => [thing.kind, ...linksOf(thing, dashboard)]);
    const of = ({ kind }: Thing) =>
      THINGS.find((thing) => thing.kind === kind) as Extract<Thing, { projectId: string }>;
    const pageOf = (thing: Thing) => `/projects/${of(thing).projectId}`;
    expect(pages).toEqual(
      THINGS.map((thing) => {
        if (thing.kind.startsWith("webhook_"))
          return [thing.kind, `${pageOf(thing)}/webhooks/endpoints/${thing.subject}`];
        if (thing.kind.startsWith("key_")) return [thing.kind, `${pageOf(thing)}/keys/${thing.subject}`];
        return thing.kind === "wallet_low" ? [thing.kind, pageOf(thing)] : [thing.kind];
      }),
    );
    for (const thing of THINGS) expect(linksOf(thing, undefined)).toEqual([]);
  });

  it("of several things has their number as its subject, and each under its title", () => {
    const { subject, html } = noticeMail({
      notice: { begun: THINGS, over: [] },
      reader: contact,
      host: HOST,
      dashboard,
    });
    expect(subject).toBe(`pay.example: ${THINGS.length} things that you should know`);
    expect(html.match(/<h2>/g)).toHaveLength(THINGS.length);
  });

  it("shows names and reasons of others as one line without links, and as text", () => {
    const thing: Thing = {
      ...(THINGS.find(({ kind }) => kind === "webhook_off") as Extract<Thing, { kind: "webhook_off" }>),
      project: "<b>Win</b>\r\nBcc: x@evil.example https://evil.example",
      reason: `<script>\u202e\n${"x".repeat(1_000)}`,
    };
    const { subject, text, html } = noticeMail({
      notice: { begun: [thing], over: [] },
      reader: operator,
      host: HOST,
      dashboard,
    });
    expect(subject).not.toMatch(/[\r\n]/);
    expect(`${subject}${text}`).not.toMatch(/https:\/\/evil\.example|\u202e/);
    expect(html).not.toMatch(/<b>Win|<script>/);
    expect(text.length).toBeLessThan(1_500);
  });
});
