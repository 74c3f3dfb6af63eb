/**
 * Every error code there is, with the HTTP status it answers and the advice that the API reference prints.
 * A code never changes its meaning.
 */
export const ERROR_CODES = {
  // the request itself
  invalid_input: { status: 400, advice: "Correct the fields named in `details` and send the request again." },
  invalid_amount: {
    status: 400,
    advice: 'Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".',
  },
  invalid_json: {
    status: 400,
    advice: "Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.",
  },
  invalid_key: {
    status: 401,
    advice: "Send a valid project key in the `apikey` header. `leyden key create` makes one.",
  },
  scope_missing: {
    status: 403,
    advice:
      "The project key may not be used for this; the message names the scope. The operator can give it another policy.",
  },
  key_unconfirmed: {
    status: 403,
    advice:
      "The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.",
  },
  address_not_allowed: { status: 403, advice: "The project key may not be used from this address." },
  not_found: { status: 404, advice: "Check the method and the path against the reference." },
  malformed_request: {
    status: 400,
    advice: "Send HTTP/1.1 as RFC 9112 describes it, with a path that is valid percent-encoded UTF-8.",
  },
  request_timeout: { status: 408, advice: "Send the whole request without long pauses." },
  headers_too_large: { status: 431, advice: "Keep the request line and all headers together below 16 KiB." },
  body_too_large: { status: 413, advice: "Keep the body below 64 KiB." },
  unsupported_media_type: { status: 415, advice: "Send `Content-Type: application/json`." },
  idempotency_mismatch: {
    status: 422,
    advice: "This Idempotency-Key was used with another body. Use a new key for a new request.",
  },
  rate_limited: { status: 429, advice: "Wait for the seconds in `Retry-After`." },
  internal_error: {
    status: 500,
    advice: "A bug in Leyden. Report it with the `request_id`. Read the payment before you send it again.",
  },
  outcome_unknown: {
    status: 500,
    advice:
      "The request may have taken effect or not. Read it back, or repeat the request with the same Idempotency-Key.",
  },
  not_ready: { status: 503, advice: "A payment cannot be made now. `data` names what the service waits for." },
  unavailable: { status: 503, advice: "Nothing was reserved. Try again after the seconds in `Retry-After`." },

  // payments
  insufficient_funds: {
    status: 400,
    advice: "The wallet holds less than amount and fee limit together; `details` has both.",
  },
  limit_exceeded: {
    status: 400,
    advice:
      "A spending limit of the wallet would be exceeded; `details` has what each limit leaves in msats: `daily` for 24 hours, " +
      "`weekly` for 7 days, `monthly` for 30 days.",
  },
  over_service_payment: {
    status: 403,
    advice: "One payment of this service may not send this much: a limit of its operator. Nothing was reserved.",
  },
  over_service_day: {
    status: 429,
    advice:
      "All payments of this service together may not send this much in 24 hours: a limit of its operator; `details` has " +
      "what it leaves in msats. Nothing was reserved.",
  },
  service_full: {
    status: 403,
    advice: "The wallets of this service may not hold this much more: a limit of its operator. No invoice was made.",
  },
  over_key_cap: {
    status: 403,
    advice: "One payment of this project key may not send this much. Nothing was reserved.",
  },
  over_key_budget: {
    status: 403,
    advice:
      "A budget of this project key would be exceeded; `details` has what each leaves in msats, and from when on more comes. Nothing was reserved.",
  },
  destination_not_allowed: {
    status: 403,
    advice: "This project key may not pay this destination. Nothing was reserved.",
  },
  address_not_found: { status: 400, advice: "The recipient's server does not know this Lightning address." },
  address_unreachable: {
    status: 400,
    advice: "The recipient's server did not answer as LNURL-pay requires. Try again later.",
  },
  amount_out_of_range: { status: 400, advice: "The recipient takes only the amounts that the message names." },
  comment_too_long: { status: 400, advice: "Shorten the comment to what the recipient takes." },
  invoice_invalid: {
    status: 400,
    advice: "It is no BOLT 11 invoice of this network, or not the one that was asked for.",
  },
  final_cltv_too_large: {
    status: 400,
    advice: "The invoice asks for more blocks at the last hop than we allow (288).",
  },
  invoice_expired: { status: 400, advice: "The invoice expired before it could be paid. Make a new payment." },
  invoice_in_use: { status: 409, advice: "Another payment of the same invoice is pending." },
  invoice_already_paid: { status: 409, advice: "This invoice was paid before." },
  maybe_paid: {
    status: 409,
    advice:
      "The service was restored from a copy, and its node had made a payment of this amount that is not in it: `details` has the payment " +
      "hashes. Nothing was reserved. Did you ask for this payment before the restore? Then it may be paid: look for its preimage or " +
      "ask the recipient. If it is another one, send it again with `Leyden-Pay-Anyway: <hash>`.",
  },
  self_payment: { status: 400, advice: "Payer and recipient are the same wallet." },
  too_many_pending: { status: 429, advice: "Wait until some of the pending payments are finished." },
  no_route: {
    status: 400,
    advice: "No route to the recipient with enough liquidity was found. Try a smaller amount or later.",
  },
  fee_limit: { status: 400, advice: "Every route costs more than the fee limit. Raise `maxFee`." },
  recipient_rejected: { status: 400, advice: "The recipient's node refused the payment." },
  node_unavailable: { status: 400, advice: "The Lightning node could not send. Nothing was paid; try again later." },
  not_supported: { status: 400, advice: "The connected Lightning node cannot do this." },
  sending_paused: {
    status: 503,
    advice: "Sending is paused; the message says by what. Nothing was reserved. Try again later.",
  },
  restoring: {
    status: 503,
    advice:
      "The service is checking what was done before its database was restored, or has just started. Nothing was done. Try again later.",
  },
  wallet_not_found: { status: 404, advice: "There is no wallet with this id in this service." },
  payment_not_found: { status: 404, advice: "The wallet has no such payment." },
  payment_finished: { status: 409, advice: "The payment already has its final state." },

  // receiving
  charge_not_found: { status: 404, advice: "The wallet has no such charge." },
  static_charge_not_found: { status: 404, advice: "The wallet has no such static charge." },
  static_charge_full: { status: 409, advice: "All payments that the static charge takes have been made." },
  receive_limit_exceeded: { status: 400, advice: "The wallet may not hold this much more." },

  // vouchers
  voucher_not_found: {
    status: 404,
    advice: "There is no such voucher, or not with this claim token. A code alone redeems nothing.",
  },
  voucher_redeemed: { status: 409, advice: "The voucher was redeemed before." },
  voucher_revoked: {
    status: 409,
    advice: "The voucher was revoked before; its value is back in the wallet that paid for it.",
  },
  voucher_expired: {
    status: 409,
    advice: "The voucher has expired; its value is back in the wallet that paid for it.",
  },
  voucher_claiming: {
    status: 409,
    advice: "The voucher is being paid out over Lightning. Read it again: if the payment fails, it is open again.",
  },
  too_many_wrong_codes: {
    status: 429,
    advice: "Wait for the seconds in `Retry-After`. The code with its claim token is still taken.",
  },
  withdrawal_not_found: { status: 404, advice: "The wallet has no such withdrawal request." },

  // events
  event_not_found: { status: 404, advice: "The project has no such event. Events are kept for 90 days." },
  no_receiver: {
    status: 409,
    advice:
      "The event can be sent to none of the receivers that are asked for. Enable the endpoint, or make another one.",
  },
  too_many_listeners: {
    status: 429,
    advice:
      "A project can read its events over at most 20 connections at once. Close one, or wait until one has ended.",
  },
  delivery_not_found: {
    status: 404,
    advice: "The project has no such delivery, or no such attempt at it. Deliveries are kept for 90 days.",
  },
  page_streams_full: {
    status: 503,
    advice: "This page is not told of changes now: read again when it is looked at, or close other pages.",
  },
  webhook_endpoint_not_found: { status: 404, advice: "The project has no such webhook endpoint." },
  webhook_endpoint_disabled: { status: 409, advice: "Enable the webhook endpoint: `PATCH` it with `state` `enabled`." },
  too_many_webhook_endpoints: { status: 409, advice: "A project has at most 20 webhook endpoints. Remove one first." },
  webhook_secret_superseded: {
    status: 409,
    advice: "A newer secret has replaced the one that this Idempotency-Key made. Rotate with a new key.",
  },
  callback_host_claimed: {
    status: 400,
    advice: "Another project has shown that this host is its own. Send callbacks to a host of yours.",
  },
  callback_host_not_found: { status: 404, advice: "The project has not claimed this host." },
  callback_host_not_verified: {
    status: 400,
    advice:
      "Put the token of the claim, and nothing else, into the challenge file. It must answer 200 within 5 seconds, without a redirect.",
  },
  too_many_callback_hosts: { status: 409, advice: "A project can claim at most 20 hosts. Remove one first." },

  // users
  user_not_found: {
    status: 404,
    advice:
      "There is no such user. Ask for the present gamertag: it may have changed. The id of a user never does, so keep that.",
  },
  gamertag_taken: { status: 409, advice: "Choose another gamertag: a user or a project has this name, or had it." },
  email_taken: { status: 409, advice: "Log in with this e-mail address, or use another one." },
  gamertag_changed_lately: { status: 409, advice: "Wait until 24 hours have passed since the last change." },
  login_too_old: { status: 403, advice: "Log in again: how one logs in is changed within 10 minutes of a login." },
  last_way_in: { status: 409, advice: "Add another way to log in before this one is removed." },
  too_many_factors: { status: 409, advice: "A user has at most 10 passkeys and 10 wallets. Remove one first." },
  factor_missing: { status: 404, advice: "The user has no such passkey, wallet, password or authenticator app." },
  factor_taken: { status: 409, advice: "This passkey or wallet is linked already." },

  // pages for browsers
  login_code_refused: { status: 400, advice: "Type the code of the newest mail, or ask for another one." },
  too_many_login_codes: {
    status: 429,
    advice:
      "Too many codes were asked for, or the network asked for codes for too many addresses: wait for the seconds in `Retry-After`, or log in another way. Or many wrong codes were shown: ask for another one, which is longer.",
  },
  factor_refused: { status: 400, advice: "Show it again as the page asks for it, or log in another way." },
  account_not_empty: { status: 409, advice: "Empty the wallet, and wait until nothing of it is pending." },
  login_gone: { status: 409, advice: "Begin the login again: it took longer than 30 minutes, or was ended." },
  form_refused: {
    status: 403,
    advice: "Open the page again and send its form from there. Browsers need cookies for it.",
  },

  // calls from our own pages
  login_needed: { status: 401, advice: "Log in: this is answered to a browser that is logged in." },
  fresh_login_needed: {
    status: 403,
    advice:
      "Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.",
  },
  page_call_refused: { status: 403, advice: "Open the page of this service and do it there." },
  idempotency_key_missing: { status: 400, advice: "Send the header `Idempotency-Key`: your own name for what you do." },
  role_missing: {
    status: 403,
    advice: "Your role in the project does not allow this; the message names it. An owner can give you another one.",
  },

  // members of projects
  member_not_found: { status: 404, advice: "The project has no such member; reload the list." },
  already_member: { status: 409, advice: "Change the role of the member instead." },
  last_owner: { status: 409, advice: "Make another member an owner first." },
  too_many_members: { status: 409, advice: "Remove a member first." },
  too_many_projects: { status: 409, advice: "Ask the operator for another project, or leave one." },
  projects_closed: { status: 403, advice: "The operator makes projects here: ask for one (`LEYDEN_PROJECTS`)." },
  invitation_gone: { status: 404, advice: "Ask for another invitation to the address that you log in with." },
  too_many_invitations: { status: 409, advice: "Take back an invitation first, or wait until one expires." },
  invited_lately: { status: 429, advice: "Wait for the seconds in `Retry-After` before you invite the address again." },

  // the wallet of a person, and prices
  recipient_is_voucher: { status: 400, advice: "Take the voucher into your wallet, or give the link away." },
  amount_not_repeated: {
    status: 400,
    advice: "Type the amount again: it is a large part of what you may send in a day.",
  },
  too_many_notes: { status: 409, advice: "Take notes away first." },
  voucher_for_lightning: { status: 409, advice: "Scan the code of the page behind the link with a Lightning wallet." },
  app_not_connected: { status: 404, advice: "It was disconnected before; reload the list." },
  session_gone: { status: 404, advice: "It has ended; reload the list." },
  nothing_sold: { status: 404, advice: "Ask the operator: `LEYDEN_RAMP_WALLET_PROJECT` names who sells." },
  price_unavailable: { status: 503, advice: "No price of the last ten minutes is known. Try again later." },

  // payments to e-mail addresses
  endpoint_removed: {
    status: 410,
    advice: "The operator has switched this operation off. Pay to a Lightning address or a gamertag instead.",
  },

  // mail
  mail_not_configured: {
    status: 503,
    advice: "Nothing was sent or reserved. The operator has to name a mail server (`LEYDEN_SMTP_URL`).",
  },
  recipient_unsubscribed: {
    status: 400,
    advice: "The owner of the e-mail address wants no mails of this service. Pay in another way.",
  },
  mail_limit_exceeded: {
    status: 429,
    advice:
      "An e-mail address gets, and a project sends, only so many mails in 24 hours. Nothing was sent or reserved; try again later.",
  },

  // buying bitcoin
  processor_unavailable: {
    status: 503,
    advice: "The payment provider gave no answer. Nothing was lost: ask again after the seconds in `Retry-After`.",
  },
  webhook_refused: { status: 400, advice: "Sign the message with the secret of this endpoint, and send it at once." },

  // operation (command line)
  incident_not_found: { status: 404, advice: "`npm run leyden -- incident list` shows the open incidents." },

  // projects (command line)
  project_not_found: { status: 404, advice: "`npm run leyden -- project list` shows the projects." },
  project_name_taken: { status: 409, advice: "Choose another name." },
  key_rolled: { status: 409, advice: "Another key has taken over from this one already. Roll that one over." },
  key_too_wide: {
    status: 403,
    advice:
      "A member gives a key no more than the member may do; `details` has the most for each rule. Nothing was changed.",
  },
  too_many_keys: { status: 409, advice: "A project has at most ten valid keys. Revoke one first." },
  invalid_token: {
    status: 401,
    advice: "Send a valid access token as `Authorization: Bearer …`. Refresh it, or have the user log in again.",
  },
  token_scope_missing: {
    status: 403,
    advice:
      "The user did not allow the application this; the message names the scope. Ask for it when the user logs in.",
  },
  login_expired: { status: 400, advice: "Start the login again in the application." },
  too_many_apps: { status: 409, advice: "End an application of the project first." },
  too_many_client_secrets: { status: 409, advice: "End the client secret that is no longer in use." },
  client_secret_not_found: { status: 404, advice: "`npm run leyden -- app show <app>` shows the client secrets." },
  last_client_secret: { status: 409, advice: "Make another client secret first." },
  app_not_found: { status: 404, advice: "`npm run leyden -- app list` shows the applications." },
  key_not_found: { status: 404, advice: "`npm run leyden -- key list <project>` shows the keys." },

  // the log of requests
  request_not_found: {
    status: 404,
    advice: "Refused requests are kept for 30 days, and not each of very many. Compare the id with that of the answer.",
  },

  // parts that are switched off
  ramp_off: { status: 410, advice: "This service sells no bitcoin. Its operator can switch that on (`LEYDEN_RAMP`)." },
  web_off: { status: 410, advice: "This service shows no such pages. Its operator can switch them on (`LEYDEN_WEB`)." },

  // the on-ramp
  ramp_session_not_found: {
    status: 404,
    advice: "The project has no session with this id, or the token is not valid.",
  },
  ramp_session_ended: { status: 409, advice: "Create another session: one lasts 15 minutes." },
  ramp_session_in_use: { status: 409, advice: "A session can be opened in one browser. Create another one." },
  ramp_user_token_refused: {
    status: 400,
    advice:
      "Send the access token of the user whose address is `email`, given to an application of your project with the scope `user` or `email`; or none.",
  },
  ramp_address_not_proved: { status: 403, advice: "The person proves the e-mail address with the code of the mail." },
  ramp_terms_changed: {
    status: 409,
    advice: "Read the state of the session, show the terms that it names, and send their version as `terms`.",
  },
  ramp_page_key_invalid: { status: 401, advice: "Open the page with the session's token again." },
  ramp_unavailable: { status: 503, advice: "Nothing was begun. Try again after the seconds in `Retry-After`." },
  ramp_person_refused: {
    status: 403,
    advice: "Nothing is sold to this person, whose identity was rejected. The operator can lift that.",
  },
  ramp_cards_declined: {
    status: 429,
    advice: "Nothing was begun: too many cards of this person were declined. Wait for the seconds in `Retry-After`.",
  },
  ramp_limit_exceeded: { status: 400, advice: "Buy less, or later: limits hold for 7 and 30 days." },
  ramp_identity_needed: { status: 403, advice: "The person verifies the identity first." },
  ramp_identity_refused: { status: 409, advice: "The identity of this person cannot be verified again." },
  quote_expired: { status: 409, advice: "Ask for another quote: one holds for 60 seconds." },
  purchase_not_found: { status: 404, advice: "The session has no purchase with this id." },
  purchase_changed: { status: 409, advice: "Read the purchase again and decide anew." },
} as const satisfies Record<
  string,
  { status: 400 | 401 | 403 | 404 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 431 | 500 | 503; advice: string }
>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Names that codes have on the wire of the on-ramp, whose clients know them, and the codes that they stand for. */
export const RAMP_NAMES = {
  INVALID_EMAIL: "invalid_input",
  INVALID_WEBHOOK_URL: "invalid_input",
  UNAUTHORIZED: "invalid_key",
  RATE_LIMITED: "rate_limited",
} as const satisfies Record<string, ErrorCode>;

/** The code of the catalogue for a name of the wire. */
export function codeNamed(name: string): string {
  return (RAMP_NAMES as Readonly<Record<string, ErrorCode>>)[name] ?? name;
}
