import { describe, expect, it } from "vitest";
import { IDENTITY_REASONS } from "../../server/src/slices/ramp/model/customer.ts";
import { PURCHASE_FAILURE_CODES } from "../../server/src/slices/ramp/model/purchase.ts";
import { judgeCard } from "../../server/src/slices/sandbox/model/card.ts";
import { codesGivenIn } from "../../server/src/texts/testing/given-codes.harness.ts";
import { FAILURE_TEXTS, IDENTITY_TEXTS } from "../src/ramp/failure-codes.ts";

/** What answers the page's calls: its own slice, the mail with a code, and the HTTP layer. */
const ROOMS = [
  "slices/ramp/{checkout-routes,present-checkout}.ts",
  "slices/ramp/{checkout,model,store}/*.ts",
  "slices/ramp/sessions/open-page.ts",
  "slices/login/attempt/{check-code,request-code}.ts",
  "slices/mails/model/admission.ts",
  "platform/{http,database}/*.ts",
  "kernel/*.ts",
];

/** Given there, and never to this page. */
const OTHERS: Readonly<Record<string, string>> = {
  address_not_allowed: "of keys",
  form_refused: "of pages with forms",
  internal_error: "the service is wrong: what is said of all else is right",
  invalid_input: "the page sends what the service takes",
  invalid_json: "as above",
  invalid_key: "of keys",
  key_unconfirmed: "of keys",
  mail_limit_exceeded: "of mails that projects send",
  malformed_request: "as above",
  not_found: "as above",
  not_ready: "of /readyz",
  page_call_refused: "of wallet and dashboard",
  ramp_user_token_refused: "of the project, as it makes the session",
  recipient_unsubscribed: "of mails that projects send",
  scope_missing: "of keys",
  unsupported_media_type: "as above",
  web_off: "of pages, where they are switched off",
  webhook_refused: "of the processor",
};

const untold = (codes: readonly string[]) => codes.filter((code) => !Object.hasOwn(FAILURE_TEXTS, code));

describe("the page of the on-ramp", () => {
  it("has a text for each code that its calls can be answered with", () => {
    const given = codesGivenIn(ROOMS);
    expect(given.length).toBeGreaterThan(25);
    expect(untold(given).toSorted()).toEqual(Object.keys(OTHERS));
  });

  it("has one for each reason why a purchase fails, and a card is not taken", () => {
    expect(untold(PURCHASE_FAILURE_CODES)).toEqual([]);
    const cards = [
      { number: "1", expiry: "12/30", cvc: "123" },
      { number: "4242424242424242", expiry: "12/20", cvc: "123" },
      { number: "4242424242424242", expiry: "12/30", cvc: "1" },
      { number: "4000000000009995", expiry: "12/30", cvc: "123" },
      { number: "4000000000000002", expiry: "12/30", cvc: "123" },
    ];
    const verdicts = cards.map((card) => judgeCard(card, new Date("2026-11-22T12:00:00Z")));
    const reasons = verdicts.map((verdict) => ("reason" in verdict ? verdict.reason : "taken"));
    expect(reasons).toEqual(["card_number", "card_expiry", "card_code", "insufficient_funds", "card_declined"]);
    expect(untold([...reasons, "payment_canceled"])).toEqual([]);
  });

  it("has one for each reason why an identity may be shown again", () => {
    expect([...Object.keys(IDENTITY_TEXTS), "age", "country"].toSorted()).toEqual([...IDENTITY_REASONS]);
  });
});
