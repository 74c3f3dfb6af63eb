import { describe, expect, it } from "vitest";
import { ERROR_CODES, type ErrorCode } from "#kernel/error-codes.ts";
import { PAYMENT_FAILURE_CODES, refusalCodesOf } from "#slices/payments/model/failure-codes.ts";
import { FAILURE_TEXTS, failureText } from "./failure-texts.ts";
import { LANGUAGES, TEXTS } from "./language.ts";
import { readerOf } from "./reader.ts";
import { codesGivenIn, failuresIn } from "./testing/given-codes.harness.ts";

/** Each failure has a text of its own, with more in it than a code can say. */
const WITH_OWN_TEXT: readonly ErrorCode[] = [
  "account_not_empty",
  "email_taken",
  "factor_missing",
  "factor_refused",
  "factor_taken",
  "form_refused",
  "gamertag_changed_lately",
  "gamertag_taken",
  "last_way_in",
  "login_code_refused",
  "login_expired",
  "login_gone",
  "mail_not_configured",
  "too_many_factors",
  "too_many_login_codes",
  "user_not_found",
];

/** Where it is decided how money is sent from a page, each destination that there is. */
const OF_PAYMENTS: readonly ErrorCode[] = [
  ...PAYMENT_FAILURE_CODES,
  ...(["address", "invoice", "node", "wallet", "gamertag"] as const).flatMap(refusalCodesOf),
];

/** The page of the on-ramp says them: `packages/web/test/failure-codes.test.ts`. */
const OF_THE_RAMP = /^(?:ramp_(?!off$)|quote_|purchase_)/;

/** No page is answered with them. */
const OF_PROGRAMS: readonly ErrorCode[] = [
  // bytes that are no request, and bodies that no form has
  ...(["headers_too_large", "request_timeout", "invalid_json"] as const),
  // keys, tokens and who has them
  ...(["address_not_allowed", "invalid_key", "invalid_token", "key_not_found", "key_unconfirmed"] as const),
  ...(["scope_missing", "token_scope_missing", "too_many_keys", "key_rolled", "key_too_wide"] as const),
  // what projects do
  ...(["charge_not_found", "static_charge_full", "static_charge_not_found", "service_full"] as const),
  ...(["payment_finished", "payment_not_found"] as const),
  ...(["endpoint_removed", "mail_limit_exceeded", "recipient_unsubscribed"] as const),
  ...(["event_not_found", "no_receiver", "too_many_listeners", "webhook_secret_superseded"] as const),
  ...(["too_many_webhook_endpoints", "webhook_endpoint_disabled", "webhook_endpoint_not_found"] as const),
  ...(["callback_host_not_found", "callback_host_not_verified", "too_many_callback_hosts"] as const),
  // the page of a link shows what became of it, and no failure
  ...(["too_many_wrong_codes", "withdrawal_not_found", "voucher_claiming", "voucher_expired"] as const),
  ...(["voucher_not_found", "voucher_redeemed", "voucher_revoked"] as const),
  // commands, and a processor's messages
  ...(["app_not_found", "incident_not_found", "project_name_taken", "project_not_found", "webhook_refused"] as const),
];

/** Answered to the scripts of wallet and dashboard, which have texts of their own. */
const OF_SCRIPTS: readonly ErrorCode[] = [
  "already_member",
  "amount_not_repeated",
  "app_not_connected",
  "client_secret_not_found",
  "delivery_not_found",
  "fresh_login_needed",
  "idempotency_key_missing",
  "invitation_gone",
  "invited_lately",
  "key_rolled",
  "key_too_wide",
  "last_client_secret",
  "last_owner",
  "login_needed",
  "member_not_found",
  "nothing_sold",
  "page_call_refused",
  "page_streams_full",
  "projects_closed",
  "recipient_is_voucher",
  "request_not_found",
  "role_missing",
  "session_gone",
  "too_many_apps",
  "too_many_client_secrets",
  "too_many_invitations",
  "too_many_members",
  "too_many_notes",
  "too_many_projects",
  "voucher_for_lightning",
];

/** What answers browsers: pages and what they do. */
const PAGES = [
  "slices/login/**/*.ts",
  "slices/users/model/{user,gamertag,profile}.ts",
  "slices/oauth/{pages,apps-routes,provider-routes}.ts",
  "slices/oauth/{apps/disconnect-app,provider/handle,provider/interactions}.ts",
  "slices/vouchers/{pages,claim/*}.ts",
  "slices/sandbox/challenge-routes.ts",
  "slices/ramp/pages.ts",
  "slices/{mails,notices}/*-routes.ts",
  "platform/http/{browser-form,failure-page,failures,form,health}.ts",
  "platform/{database/connection,secrets/password-hasher}.ts",
  "service/{ramp-off,web-pages}.ts",
  "kernel/{errors,journal}.ts",
];

const CODES = Object.keys(ERROR_CODES) as readonly ErrorCode[];
const hasText = (code: ErrorCode) => Object.hasOwn(FAILURE_TEXTS, code);

describe("failures, as pages say them", () => {
  it("have a text for each code, or a reason why it needs none here", () => {
    const untold = CODES.filter((code) => !hasText(code) && !OF_THE_RAMP.test(code));
    const elsewhere = [...WITH_OWN_TEXT, ...OF_PROGRAMS, ...OF_PAYMENTS, ...OF_SCRIPTS].filter(
      (code) => !hasText(code),
    );
    expect(untold.toSorted()).toEqual([...new Set(elsewhere)].toSorted());
    expect(OF_PROGRAMS.filter((code) => hasText(code) || WITH_OWN_TEXT.includes(code))).toEqual([]);
  });

  it("are none of those that no page is answered with", () => {
    const given = codesGivenIn(PAGES);
    expect(given.length).toBeGreaterThan(20);
    expect(given.filter((code) => OF_PROGRAMS.includes(code))).toEqual([]);
  });

  it("have their own text wherever it is said that they have", () => {
    const made = failuresIn(["**/*.ts"]).filter(({ code }) => WITH_OWN_TEXT.includes(code));
    expect(new Set(made.map(({ code }) => code))).toEqual(new Set(WITH_OWN_TEXT));
    expect(made.filter(({ of }) => !/\bforPeople\b/.test(of))).toEqual([]);
  });

  it.each(LANGUAGES)("are never in English in %s", (language) => {
    const reader = readerOf(language);
    const said = CODES.map((code) => reader.failure({ code, forPeople: undefined }));
    expect(said).toEqual(CODES.map((code) => TEXTS[language][failureText(code)]));
    if (language !== "en") expect(said.filter((text) => Object.values<unknown>(TEXTS.en).includes(text))).toEqual([]);
  });
});
