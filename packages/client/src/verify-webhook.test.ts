import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { verifyWebhook, WebhookError } from "./verify-webhook.ts";

/** The vector of the libraries of the standard (standard-webhooks, libraries/javascript, "sign function works"). */
const VECTOR = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  body: '{"test": 2432232314}',
  now: new Date(1_614_265_330_000),
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
};
const { secret, body, now, headers } = VECTOR;
const OTHER_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

const withHeader = (name: string, value: string | undefined) => ({ ...headers, [name]: value });

async function codeOf(verified: Promise<unknown>): Promise<string> {
  const error = await verified.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WebhookError);
  return (error as WebhookError).code;
}

describe("verifyWebhook", () => {
  it("takes the vector of the standard", async () => {
    expect(await verifyWebhook(body, headers, secret, { now })).toEqual({
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      sentAt: now,
      body: { test: 2_432_232_314 },
    });
  });

  it.each([
    ["Headers", new Headers(headers)],
    [
      "an object with names in capitals",
      Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), v])),
    ],
    ["lists, as Node has them", Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, [v]]))],
    ["more headers", { ...headers, get: undefined, host: "shop.example" }],
  ])("reads %s", async (_what, given) => {
    expect((await verifyWebhook(body, given, secret, { now })).id).toBe(headers["webhook-id"]);
  });

  it("takes bytes, and a part of a larger buffer", async () => {
    const bytes = new TextEncoder().encode(`xx${body}xx`).subarray(2, 2 + body.length);
    expect((await verifyWebhook(bytes, headers, secret, { now })).body).toEqual({ test: 2_432_232_314 });
    expect((await verifyWebhook(Buffer.from(body), headers, secret, { now })).id).toBe(headers["webhook-id"]);
  });

  it("takes a secret without its prefix, and any of several secrets and signatures", async () => {
    const several = withHeader(
      "webhook-signature",
      `v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg== v1,AAAA ${headers["webhook-signature"]}`,
    );
    for (const secrets of [secret.replace("whsec_", ""), [OTHER_SECRET, secret]])
      expect((await verifyWebhook(body, several, secrets, { now })).id).toBe(headers["webhook-id"]);
  });

  it.each([
    ["another body", { body: '{"test": 2432232315}' }],
    ["the same value in other bytes", { body: '{"test":2432232314}' }],
    ["another id", { headers: withHeader("webhook-id", "msg_other") }],
    ["another time", { headers: withHeader("webhook-timestamp", "1614265331") }],
    ["another secret", { secret: OTHER_SECRET }],
    ["a signature that is cut off", { headers: withHeader("webhook-signature", "v1,g0hM9SsE") }],
    ["an empty signature", { headers: withHeader("webhook-signature", "v1,") }],
    ["a signature that is no base64", { headers: withHeader("webhook-signature", "v1,%%%") }],
    [
      "a signature of another version",
      { headers: withHeader("webhook-signature", "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=") },
    ],
    [
      "a signature without its version",
      { headers: withHeader("webhook-signature", "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=") },
    ],
  ])("refuses %s", async (_what, changed) => {
    const given = { ...VECTOR, ...changed };
    expect(await codeOf(verifyWebhook(given.body, given.headers, given.secret, { now }))).toBe("wrong_signature");
  });

  it.each(["webhook-id", "webhook-timestamp", "webhook-signature"])("refuses a request without %s", async (name) => {
    for (const given of [withHeader(name, undefined), withHeader(name, "")])
      expect(await codeOf(verifyWebhook(body, given, secret, { now }))).toBe("missing_header");
  });

  it.each([
    ["webhook-timestamp", "hello"],
    ["webhook-timestamp", "1614265330.5"],
    ["webhook-timestamp", "-1614265330"],
    ["webhook-timestamp", "1e9"],
    ["webhook-id", "msg.1614265330"],
    ["webhook-id", "msg 1"],
  ])("refuses %s: %s", async (name, value) => {
    expect(await codeOf(verifyWebhook(body, withHeader(name, value), secret, { now }))).toBe("invalid_header");
  });

  it("refuses what was sent too long ago or comes from the future, by as much as it is told", async () => {
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
    for (const seconds of [300, -300]) await verifyWebhook(body, headers, secret, { now: at(seconds) });
    for (const seconds of [301, -301, Number.NaN])
      expect(await codeOf(verifyWebhook(body, headers, secret, { now: at(seconds) }))).toBe("outside_tolerance");
    await verifyWebhook(body, headers, secret, { now: at(900), toleranceSeconds: 1_000 });
    const tight = verifyWebhook(body, headers, secret, { now: at(2), toleranceSeconds: 1 });
    expect(await codeOf(tight)).toBe("outside_tolerance");
    expect(await codeOf(verifyWebhook(body, headers, secret))).toBe("outside_tolerance");
  });

  it.each([
    ["undefined", undefined as never],
    ["empty", ""],
    ["a prefix alone", "whsec_"],
    ["no base64", "whsec_%%"],
    ["no secret", []],
  ])("refuses to work with a secret that is %s", async (_what, wrong) => {
    expect(await codeOf(verifyWebhook(body, headers, wrong, { now }))).toBe("invalid_secret");
  });

  it("says that a parser was before it", async () => {
    expect(await codeOf(verifyWebhook(JSON.parse(body), headers, secret, { now }))).toBe("invalid_body");
  });

  it.each([
    ["no JSON", Buffer.from("{")],
    ["no UTF-8", Buffer.from([0x22, 0xff, 0x22])],
  ])("refuses a signed body that is %s", async (_what, bytes) => {
    expect(await codeOf(verifyWebhook(bytes, sign(bytes), secret, { now }))).toBe("invalid_body");
  });

  it("looks at the first ten signatures only", async () => {
    const wrong = Array<string>(10).fill(`v1,${Buffer.alloc(32).toString("base64")}`);
    const good = headers["webhook-signature"];
    const late = withHeader("webhook-signature", [...wrong, good].join(" "));
    expect(await codeOf(verifyWebhook(body, late, secret, { now }))).toBe("wrong_signature");
    await verifyWebhook(body, withHeader("webhook-signature", [...wrong.slice(1), good].join(" ")), secret, { now });
  });
});

describe("verifyWebhook and the standard's own library", () => {
  const theirs = new Webhook(secret);
  const bodies = ['{"a":1}', '{"emoji":"⚡ 10 sat"}', `{"long":"${"x".repeat(70_000)}"}`, "[]"];

  it.each(bodies)("agree on what the other library signs: %.20s", async (text) => {
    const signature = theirs.sign("msg_1", now, text);
    const given = { "webhook-id": "msg_1", "webhook-timestamp": "1614265330", "webhook-signature": signature };
    expect((await verifyWebhook(text, given, secret, { now })).body).toEqual(JSON.parse(text));
  });

  it.each(bodies)("agree on what is signed as verifyWebhook takes it: %.20s", async (text) => {
    const given = sign(Buffer.from(text), new Date());
    expect((await verifyWebhook(text, given, secret)).body).toEqual(theirs.verify(text, given));
  });
});

/** Signs without either library. */
function sign(bytes: Buffer, at = now) {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`msg_1.${timestamp}.`).update(bytes).digest("base64");
  return { "webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
