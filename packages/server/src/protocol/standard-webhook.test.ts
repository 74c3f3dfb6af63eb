import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestsIn, formatWebhookSecret, parseWebhookSecret, signWebhook, webhookKey } from "./standard-webhook.ts";
import { problemOf } from "./testing/problem-of.harness.ts";

/** Published with the specification and its reference libraries. */
const VECTOR = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  message: { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: new Date(1_614_265_330_000), body: '{"test": 2432232314}' },
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
} as const;

const aSecret = fc.uint8Array({ minLength: 24, maxLength: 64 });

describe("a webhook's signature", () => {
  it("is the one of the published example", () => {
    expect(signWebhook(VECTOR.message, [webhookKey(parseWebhookSecret(VECTOR.secret))])).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": VECTOR.signature,
    });
  });

  it("names one signature for each secret, in their order", () => {
    const other = webhookKey(new Uint8Array(32).fill(7));
    const alone = signWebhook(VECTOR.message, [other])["webhook-signature"];
    const both = signWebhook(VECTOR.message, [other, webhookKey(parseWebhookSecret(VECTOR.secret))]);
    expect(both["webhook-signature"]).toBe(`${alone} ${VECTOR.signature}`);
  });

  it("covers id, second and body, whose text is signed as UTF-8", () => {
    fc.assert(
      fc.property(
        aSecret,
        fc.uuid(),
        fc.string({ unit: "grapheme" }),
        fc.date({ min: new Date(0), noInvalidDate: true, max: new Date("2100-01-01") }),
        (secret, id, body, at) => {
          const headers = signWebhook({ id, at, body }, [webhookKey(secret)]);
          const seconds = headers["webhook-timestamp"];
          expect(at.getTime() - Number(seconds) * 1000).toBeLessThan(1000);
          expect(Number(seconds) * 1000).toBeLessThanOrEqual(at.getTime());
          const signed = Buffer.from(`${id}.${seconds}.${body}`, "utf8");
          const digest = createHmac("sha256", secret).update(signed).digest("base64");
          expect(headers["webhook-signature"]).toBe(`v1,${digest}`);
        },
      ),
    );
  });
});

describe("the header of a signature", () => {
  it("has its digests read, those of other versions left out", () => {
    const [digest = ""] = digestsIn(VECTOR.signature);
    expect(`v1,${digest}`).toBe(VECTOR.signature);
    expect(digestsIn(`v1a,${digest} ${VECTOR.signature} v2,${digest} ${VECTOR.signature}`)).toEqual([digest, digest]);
    for (const text of ["", "v1,", digest, `v1,${digest.slice(1)}`, `v1, ${digest}`, `v1,${digest}x`])
      expect(digestsIn(text), text).toEqual([]);
  });
});

describe("a webhook's secret as text", () => {
  it("comes back as it was", () => {
    expect(formatWebhookSecret(parseWebhookSecret(VECTOR.secret))).toBe(VECTOR.secret);
    fc.assert(
      fc.property(aSecret, (secret) => {
        expect(parseWebhookSecret(formatWebhookSecret(secret))).toEqual(secret);
      }),
    );
  });

  it.each(["", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS", "whsec_AAAA"])(
    "is refused when it is %j",
    (text) => {
      expect(problemOf(() => parseWebhookSecret(text))).toBe("malformed");
    },
  );

  it("is refused when it is longer than 64 bytes", () => {
    expect(problemOf(() => parseWebhookSecret(formatWebhookSecret(new Uint8Array(65))))).toBe("malformed");
  });
});
