import { describe, expect, it } from "vitest";
import type { MailServerAnswer } from "#adapters/mail/choose.ts";
import type { FailingEndpoint } from "#events";
import { ALIVE } from "#platform/http/health.ts";
import type { Sight } from "#platform/outbound/look-from-here.ts";
import { type AddressFacts, checkOutside, type OutsideFacts } from "./check-outside.ts";
import { type Expected, expectFindings } from "./table.harness.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const DAY = 86_400_000;
const FACTS: OutsideFacts = {
  mail: undefined,
  address: { url: new URL("https://pay.example"), isSet: true, sight: undefined, certificate: undefined },
  trustedProxies: 1,
  endpoints: { kind: "known", value: [] },
  nodeCertificate: undefined,
  isLive: true,
  now: NOW,
};

const mailing = (answer: MailServerAnswer): OutsideFacts => ({
  ...FACTS,
  mail: { host: "mail.example", port: 587, answer: { kind: "known", value: answer } },
});
const at = (address: Partial<AddressFacts>, changes: Partial<OutsideFacts> = {}): OutsideFacts => ({
  ...FACTS,
  ...changes,
  address: { ...FACTS.address, ...address },
});
const seen = (answer: Sight["answer"], from: Sight["from"] = "outside") =>
  at({ sight: { kind: "known", value: { from, answer } } });
const body = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const alive = { kind: "answers", status: 200, body: body(ALIVE) } as const;
const until = (days: number) => ({ kind: "known", value: new Date(NOW.getTime() + days * DAY) }) as const;

describe("the mail server", () => {
  it.each<[string, OutsideFacts, Expected]>([
    ["takes mails", mailing({ kind: "ready" }), ["mail", "ok", "mail.example:587"]],
    ["refuses us", mailing({ kind: "refused", reply: 535, isFinal: false }), ["mail", "wrong", "535", "password"]],
    ["is silent", mailing({ kind: "no_answer", reason: "timeout" }), ["mail", "wrong", "in time"]],
    ["is not there", mailing({ kind: "no_answer", reason: "connect" }), ["mail", "wrong", "no connection"]],
    ["is not trusted", mailing({ kind: "no_answer", reason: "tls" }), ["mail", "wrong", "certificate"]],
    ["is none with real money", FACTS, ["mail", "warning", "no user can log in"]],
    ["is none on a test network", { ...FACTS, isLive: false }, ["mail", "ok", "LEYDEN_SMTP_URL"]],
    [
      "was not asked",
      { ...FACTS, mail: { host: "mail.example", port: 587, answer: { kind: "unknown", why: "no answer" } } },
      ["mail", "warning", "no answer"],
    ],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkOutside(facts), [expected]);
  });
});

describe("the base URL", () => {
  it.each<[string, OutsideFacts, Expected]>([
    ["answers outside", seen(alive), ["base URL", "ok", "https://pay.example", "public address"]],
    ["answers inside", seen(alive, "inside"), ["base URL", "ok", "cannot be seen from here"]],
    [
      "answers as another service",
      seen({ ...alive, body: body({ data: {} }) }),
      ["base URL", "wrong", "not as this service"],
    ],
    ["answers no JSON", seen({ ...alive, body: new TextEncoder().encode("<html>") }), ["base URL", "wrong", "200"]],
    ["answers an error", seen({ ...alive, status: 502 }), ["base URL", "wrong", "502", "reverse-proxy.md"]],
    ["is silent", seen({ kind: "silent", reason: "timeout" }), ["base URL", "wrong", "in time"]],
    ["has no name", seen({ kind: "silent", reason: "dns" }), ["base URL", "wrong", "name is not known"]],
    ["is not trusted", seen({ kind: "silent", reason: "tls" }), ["base URL", "wrong", "not trusted"]],
    ["was not asked", at({}), ["base URL", "warning", "no service runs"]],
    ["could not be asked", at({ sight: { kind: "unknown", why: "late" } }), ["base URL", "warning", "late"]],
    [
      "is not set with real money",
      at({ isSet: false, url: new URL("http://127.0.0.1:8080") }),
      ["base URL", "warning", "LEYDEN_BASE_URL"],
    ],
    [
      "is not set on a test network",
      at({ isSet: false, url: new URL("http://127.0.0.1:8080") }, { isLive: false }),
      ["base URL", "ok", "this machine alone"],
    ],
    ["has no TLS with real money", at({ url: new URL("http://pay.example") }), ["base URL", "wrong", "no TLS"]],
    [
      "has no TLS on a test network",
      at(
        { url: new URL("http://pay.example"), sight: { kind: "known", value: { from: "inside", answer: alive } } },
        { isLive: false },
      ),
      ["base URL", "ok"],
    ],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkOutside(facts), [expected]);
  });
});

describe("trusted proxies", () => {
  it.each<[string, OutsideFacts, readonly Expected[]]>([
    ["are named", FACTS, [["proxies", "ok", "1 network"]]],
    ["are none behind https", { ...FACTS, trustedProxies: 0 }, [["proxies", "warning", "LEYDEN_TRUSTED_PROXIES"]]],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkOutside(facts), expected);
  });

  it.each([{ url: new URL("http://pay.example") }, { isSet: false }])("are not needed without https", (address) => {
    const found = checkOutside(at(address, { trustedProxies: 0 }));
    expect(found.map(({ about }) => about)).not.toContain("proxies");
  });
});

describe("certificates", () => {
  it.each<[string, OutsideFacts, Expected]>([
    ["are good for long", at({ certificate: until(60) }), ["certificate", "ok", "60 days"]],
    ["are good for two weeks", at({ certificate: until(14) }), ["certificate", "ok", "2026-12-08"]],
    ["end soon", at({ certificate: until(13.9) }), ["certificate", "warning", "13 days", "renew"]],
    ["have ended", at({ certificate: until(-0.1) }), ["certificate", "wrong", "ended on 2026-11-24"]],
    ["of the node end soon", { ...FACTS, nodeCertificate: until(1) }, ["node certificate", "warning", "1 day"]],
    [
      "of the node cannot be read",
      { ...FACTS, nodeCertificate: { kind: "unknown", why: "ENOENT" } },
      ["node certificate", "warning", "ENOENT"],
    ],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkOutside(facts), [expected]);
  });
});

describe("webhook endpoints", () => {
  const failing = (host: string): FailingEndpoint =>
    ({ id: "x", ownerId: "7", host, waiting: 3, failed: 2 }) as unknown as FailingEndpoint;
  it.each<[string, OutsideFacts, Expected]>([
    ["take their events", FACTS, ["webhooks", "ok"]],
    [
      "fail",
      { ...FACTS, endpoints: { kind: "known", value: ["a.example", "b.example"].map(failing) } },
      ["webhooks", "warning", "2 endpoints fail", "a.example of project 7 (5 events)", "b.example"],
    ],
    ["cannot be looked at", { ...FACTS, endpoints: { kind: "unknown", why: "away" } }, ["webhooks", "warning", "away"]],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkOutside(facts), [expected]);
  });
});
