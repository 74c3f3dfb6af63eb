import type { FastifyReply } from "fastify";
import type { Caller } from "#kernel/caller.ts";
import type { ErrorCode } from "#kernel/error-codes.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import { isUuid } from "#kernel/ids.ts";
import { type Msats, msats, parseMsats } from "#kernel/money.ts";
import { browserPages } from "#platform/http/browser-form.ts";
import { hungUp, type RoutesPlugin } from "#platform/http/index.ts";
import { PAYMENT_FAILURES } from "#texts/progress.ts";
import { message, type Reader, type TextKey } from "#texts/reader.ts";
import { loginTarget } from "./model/login-target.ts";
import { availableOf, type WalletOfUser } from "./model/money.ts";
import type { Notice } from "./templates/forms.ts";
import { confirmPage, sendPage } from "./templates/send-page.ts";
import {
  type AccountPageDeps,
  type Around,
  accountPage,
  type Fields,
  pauseOf,
  type Query,
  type Shown,
  sendAccountPage,
  type Visit,
} from "./wire.ts";

export type SendRoutesDeps = AccountPageDeps & {
  readonly wallet: WalletOfUser;
  readonly random: { uuid(): string };
};

const PATH = "/account/send";
/** As the field of the form takes. */
const RECIPIENT_CHARACTERS_MAX = 2_000;

/** `/account/send`: all that the user's wallet holds goes to a recipient, after a fresh login. */
export function sendRoutes(deps: SendRoutesDeps): RoutesPlugin {
  return browserPages(deps, (pages) => {
    accountPage(deps, pages, PATH, { show, take, needsFresh: true, targetOf, saysFailure: passes });
  });
}

/**
 * The recipient with which a link fills in the form: `?to=<invoice or address>`. Nothing is sent by it. Undefined when
 * there is none, or it is longer than the field.
 */
function recipientIn({ to }: Query): string | undefined {
  return typeof to === "string" && to.length <= RECIPIENT_CHARACTERS_MAX ? to.trim() : undefined;
}

/** Back to the form with its recipient, which a link or the form itself has named. */
function targetOf({ to: linked, recipient }: Query): string {
  const to = recipientIn({ to: linked ?? recipient });
  const target = to && loginTarget(`${PATH}?to=${encodeURIComponent(to)}`);
  return target || PATH;
}

async function show(deps: SendRoutesDeps, visit: Visit, around: Around): Promise<Shown> {
  const { notice, sent, error } = around;
  if (sent?.["decision"] === "send" && error !== undefined && passes(error)) return showAgain(visit, sent, error);
  const { wallet } = deps;
  const { request, reader, user } = visit;
  const { csrf } = request.browser;
  const isSending = error?.code !== "sending_paused" && (await wallet.isSending());
  const isOfForm = sent?.["decision"] === "quote";
  const wrong = isSending && error ? wrongOf(reader, error) : undefined;
  const said: Notice | undefined = wrong !== undefined && !isOfForm ? { kind: "bad", text: wrong } : notice;
  return {
    title: reader.text("money_send_title"),
    content: sendPage({
      reader,
      csrf,
      money: await wallet.read(user),
      notice: said,
      pause: isSending ? undefined : pauseOf(visit),
      sent: sent?.["recipient"] ?? (notice === undefined ? recipientIn(request.query as Query) : undefined),
      wrong: isOfForm ? wrong : undefined,
    }),
  };
}

/** The form whose payment the service could not take now: the same one may be sent again. */
function showAgain(visit: Visit, sent: Fields, error: AppError): Shown {
  const { request, reader } = visit;
  const { recipient = "", amount = "", most = "", token = "" } = sent;
  const isPaused = error.code === "sending_paused";
  return {
    title: reader.text("money_send_title"),
    content: confirmPage({
      reader,
      csrf: request.browser.csrf,
      recipient,
      quote: { amount: parseMsats(amount), feeLimit: shownFee(most) },
      token,
      notice: isPaused ? undefined : { kind: "bad", text: wrongOf(reader, error) },
      pause: isPaused ? pauseOf(visit) : undefined,
    }),
  };
}

/** Only shown: what is sent has its limit from the service. */
function shownFee(text: string): Msats {
  return /^\d{1,16}$/.test(text) ? parseMsats(text) : msats(0n);
}

function wrongOf(reader: Reader, error: AppError): string {
  return error.forPeople === undefined ? whyOf(reader, error.code) : reader.failure(error);
}

/** Failures of the service that pass: the form stays, and can be sent again. */
function passes({ status, code }: AppError): boolean {
  return status >= 500 && Object.hasOwn(WHY, code);
}

/** Why a payment is refused or has failed, for the person who sends. */
const WHY = {
  ...PAYMENT_FAILURES,
  idempotency_mismatch: "money_why_form",
  insufficient_funds: "money_why_balance",
  invalid_amount: "money_why_form",
  invalid_input: "money_why_neither",
  limit_exceeded: "money_why_limit",
  maybe_paid: "money_why_maybe_paid",
  over_service_day: "money_why_paused",
  over_service_payment: "money_why_service_limit",
  sending_paused: "money_why_paused",
  too_many_pending: "money_why_paused",
  unavailable: "money_why_paused",
} as const satisfies Partial<Record<ErrorCode, TextKey>>;

function whyOf(reader: Reader, code: ErrorCode): string {
  return reader.text(Object.hasOwn(WHY, code) ? WHY[code as keyof typeof WHY] : "money_why_other");
}

/** The account was closed or blocked just now. */
function noWallet(): AppError {
  return new AppError("not_found", "There is no such wallet.", { forPeople: message("failure_account_gone") });
}

async function take(deps: SendRoutesDeps, visit: Visit, fields: Fields): Promise<string | FastifyReply> {
  const { user, session } = visit;
  const caller = await deps.wallet.callerOf(user, session.id);
  if (caller === undefined) throw noWallet();
  return fields["decision"] === "send"
    ? await send(deps, visit, { caller, fields })
    : await confirm(deps, visit, { caller, fields });
}

type Asked = { readonly caller: Caller; readonly fields: Fields };

async function confirm(deps: SendRoutesDeps, visit: Visit, { caller, fields }: Asked): Promise<FastifyReply> {
  const { recipient = "" } = fields;
  const money = await deps.wallet.read(visit.user);
  if (money === undefined) throw noWallet();
  if (!(await deps.wallet.isSending())) throw new AppError("sending_paused", "sending is paused");
  const quote = await deps.wallet.quoteAll(caller, { recipient, available: availableOf(money) });
  const { reader } = visit;
  const { csrf } = visit.request.browser;
  const content = confirmPage({
    reader,
    csrf,
    recipient: recipient.trim(),
    quote,
    token: deps.random.uuid(),
    notice: undefined,
    pause: undefined,
  });
  return sendAccountPage(deps, visit, { title: reader.text("money_send_title"), content, within: PATH });
}

async function send(
  deps: SendRoutesDeps,
  visit: Visit,
  { caller, fields: { recipient = "", amount: asked = "", token = "" } }: Asked,
): Promise<string | FastifyReply> {
  if (!isUuid(token)) throw new InvalidInput("token", "is not of this form; begin again", message("money_why_form"));
  const { progress, ...payment } = await deps.wallet.pay(caller, {
    recipient,
    amount: parseMsats(asked),
    token,
    hungUp: () => hungUp(visit.reply),
  });
  const { reader } = visit;
  const { amount } = payment;
  switch (progress.kind) {
    case "completed":
      return reader.text("money_sent", { amount, to: recipient, fee: progress.fee });
    case "failed":
      return await sayFailed(deps, visit, { recipient, code: progress.code });
    default:
      return reader.text("money_underway", { amount, to: recipient });
  }
}

type Failed = { readonly recipient: string; readonly code: ErrorCode };

/** The recipient stays in the form: a payment that found no way may find one later. */
async function sayFailed(deps: SendRoutesDeps, visit: Visit, { recipient, code }: Failed): Promise<FastifyReply> {
  const text = visit.reader.text("money_failed", { why: whyOf(visit.reader, code) });
  const shown = await show(deps, visit, { notice: { kind: "bad", text }, sent: { recipient } });
  return sendAccountPage(deps, visit, { ...shown, within: PATH });
}
