import { describe, expect, it } from "vitest";
import { formatWebhookSecret, signWebhook, webhookKey } from "#protocol/standard-webhook.ts";
import { checkSignature, type GivenMessage, type KnownMessage, type SignatureCheck } from "./check-signature.ts";
import type { Secrets } from "./delivery.ts";

const NOW = new Date("2026-11-28T12:00:00Z");
const SENT_AT = new Date(NOW.getTime() - 60_000);
const HOUR_MS = 3_600_000;
const ID = "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10";
const OTHER_ID = "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e11";
const BODY = `{"id":"${ID}","type":"payment.completed","data":{"b":[1,"2"],"a":null}}`;
const BARE = `{"id":"of the payment","status":"completed"}`;
const secretOf = (byte: number) => new Uint8Array(32).fill(byte);
const CURRENT = secretOf(1);
const PREVIOUS = secretOf(2);
const until = (ms: number) => ({ secret: PREVIOUS, until: new Date(NOW.getTime() + ms) });
const alone: Secrets = { current: CURRENT, previous: undefined };

function message({ secret = CURRENT, at = SENT_AT, body = BODY, id = ID } = {}) {
  const headers = signWebhook({ id, at, body }, [webhookKey(secret)]);
  return { id, timestamp: headers["webhook-timestamp"], signature: headers["webhook-signature"], body };
}

const SENT = message();
const known: KnownMessage = {
  id: ID,
  bodies: [BARE, BODY],
  sent: [message({ at: new Date(SENT_AT.getTime() - 5_000) }), SENT],
};
const nothing: KnownMessage = { id: undefined, bodies: [], sent: [] };

type Around = { readonly of?: KnownMessage; readonly secrets?: Secrets | undefined; readonly now?: Date };

function check(given: Partial<GivenMessage>, around: Around = {}): SignatureCheck {
  const { of, secrets, now } = { of: known, secrets: alone, now: NOW, ...around };
  return checkSignature({ ...SENT, secret: undefined, ...given }, of, secrets, now);
}

/** What is not right, with its reason. A secret that was not given is no fault. */
function faults({ fits, ...parts }: SignatureCheck): Record<string, string> {
  const wrong = Object.entries(parts).filter(
    ([name, { verdict, because }]) =>
      because !== undefined || (verdict !== "right" && !(name === "secret" && verdict === "unknown")),
  );
  return Object.fromEntries(wrong.map(([name, { verdict, because }]) => [name, `${verdict} ${because ?? ""}`.trim()]));
}

describe("a signature that is checked", () => {
  it("fits when all is as it was sent", () => {
    expect(check({})).toMatchObject({ fits: true });
    expect(faults(check({}))).toEqual({});
    expect(faults(check(message({ body: BARE })))).toEqual({});
    expect(check({}, { of: nothing }).fits).toBe(true); // an event that was forgotten
  });

  it("fits and is old after five minutes, and ahead of them", () => {
    const at = (ms: number) => ({ now: new Date(Number(SENT.timestamp) * 1_000 + ms) });
    expect(faults(check({}, at(300_000)))).toEqual({});
    expect(faults(check({}, at(300_001)))).toEqual({ timestamp: "right old" });
    expect(faults(check({}, at(-300_001)))).toEqual({ timestamp: "right old" });
    expect(check({}, at(HOUR_MS)).fits).toBe(true);
  });

  it.each([
    ["spaces", JSON.stringify(JSON.parse(BODY), undefined, 2), "rewritten"],
    ["another order", `{"data":{"a":null,"b":[1,"2"]},"type":"payment.completed","id":"${ID}"}`, "rewritten"],
    ["a line break", `${BODY}\n`, "rewritten"],
    ["another value", BODY.replace("null", "7"), "differs"],
    ["another order of a list", BODY.replace('[1,"2"]', '["2",1]'), "differs"],
    ["no JSON", "id=1", "differs"],
    ["nothing", "", "missing"],
  ])("says that the body was changed: %s", (_what, body, because) => {
    expect(check({ body }).fits).toBe(false);
    expect(faults(check({ body }))).toEqual({ body: `wrong ${because}` });
  });

  it.each([
    ["of another second", String(Number(SENT.timestamp) + 1), "not_ours"],
    ["in milliseconds", `${SENT.timestamp}000`, "malformed"],
    ["as a date", SENT_AT.toISOString(), "malformed"],
    ["that is missing", "", "missing"],
  ])("says that the time is wrong: one %s", (_what, timestamp, because) => {
    expect(faults(check({ timestamp }))).toEqual({ timestamp: `wrong ${because}` });
  });

  it("says that the id is wrong, by the one in the body", () => {
    expect(faults(check({ id: OTHER_ID }))).toEqual({ id: "wrong other_id" });
    expect(faults(check({ id: "" }, { of: nothing }))).toEqual({ id: "wrong other_id" });
    const bare = message({ body: BARE });
    expect(faults(check({ ...bare, id: OTHER_ID }, { of: nothing }))).toMatchObject({ id: "wrong not_ours" });
  });

  it("names several parts that are wrong together", () => {
    expect(faults(check({ timestamp: "1", body: `${BODY} ` }))).toEqual({
      timestamp: "wrong not_ours",
      body: "wrong rewritten",
    });
  });

  it.each([
    ["is missing", "", "missing"],
    ["is of another version", SENT.signature.replace("v1,", "v1a,"), "malformed"],
    ["has no version", SENT.signature.slice(3), "malformed"],
    ["is cut", SENT.signature.slice(0, -2), "malformed"],
    ["is hexadecimal", `v1,${"ab".repeat(32)}`, "malformed"],
  ])("says that the signature %s", (_what, signature, because) => {
    expect(faults(check({ signature }))).toMatchObject({ signature: `wrong ${because}` });
  });

  it("says that another secret has made it, when all else is ours", () => {
    const forged = message({ secret: secretOf(9) });
    expect(faults(check(forged))).toEqual({ signature: "wrong not_ours" });
    expect(faults(check({ ...forged, body: "{}" }))).toMatchObject({ body: "wrong differs" });
    expect(faults(check(SENT, { of: nothing, secrets: undefined }))).toEqual({
      id: "wrong not_ours",
      timestamp: "unknown",
      body: "unknown",
      signature: "wrong not_ours",
    });
  });

  it("knows the secret before the last rotation, while it signs and after", () => {
    const old = message({ secret: PREVIOUS });
    const both = { ...SENT, signature: `${old.signature} ${SENT.signature}` };
    const during = { secrets: { current: CURRENT, previous: until(HOUR_MS) } };
    const after = { secrets: { current: CURRENT, previous: until(-HOUR_MS) } };
    expect(faults(check(both, during))).toEqual({});
    expect(faults(check(old, during))).toEqual({ secret: "unknown previous" });
    expect(faults(check(old, after))).toEqual({ secret: "unknown ended" });
    const pasted = { ...SENT, secret: formatWebhookSecret(PREVIOUS) };
    expect(faults(check(pasted, during))).toEqual({ secret: "right previous" });
    expect(faults(check(pasted, after))).toEqual({ secret: "wrong ended" });
  });

  it("knows a signature of ours whose secret is gone", () => {
    const gone = { secrets: { current: secretOf(7), previous: undefined } };
    expect(faults(check({}, gone))).toEqual({ secret: "unknown replaced" });
    expect(faults(check({ body: "{}" }, gone))).toEqual({ body: "wrong differs", secret: "unknown replaced" });
    expect(faults(check({ timestamp: "1" }, gone))).toMatchObject({ timestamp: "wrong not_ours" });
  });

  it.each([
    ["the project's", formatWebhookSecret(CURRENT), undefined],
    ["another one", formatWebhookSecret(secretOf(5)), "wrong not_ours"],
    ["without its prefix", formatWebhookSecret(CURRENT).slice(6), "wrong malformed"],
    ["of the project, in capitals", formatWebhookSecret(CURRENT).toUpperCase(), "wrong malformed"],
  ])("compares the secret of the receiver: %s", (_what, secret, expected) => {
    expect(faults(check({ secret }))["secret"]).toBe(expected);
    expect(faults(check({ secret, signature: "" }))["secret"]).toBe(expected);
    expect(check({ secret }).fits).toBe(expected === undefined);
  });

  it("says of a secret that was not given neither that it is right nor that it is wrong", () => {
    const notGiven = { verdict: "unknown", because: undefined };
    expect(check({})).toMatchObject({ fits: true, secret: notGiven });
    expect(check(message({ secret: secretOf(9) }))).toMatchObject({ fits: false, secret: notGiven });
  });

  it("has no signature in its answer", () => {
    const text = JSON.stringify(check({ body: "forge this" }));
    expect(text).not.toMatch(/[A-Za-z0-9+/]{43}=/);
  });
});
