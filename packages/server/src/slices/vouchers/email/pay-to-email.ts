import type { EventId } from "#events";
import { findReplay, type Idempotency, IdempotencyMismatch, idempotencyOf } from "#idempotency";
import { type Caller, type Owner, restrictedKeyOf } from "#kernel/caller.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import { onKnownFailure } from "#kernel/known-failure.ts";
import type { Msats } from "#kernel/money.ts";
import { type MailLimits, mailRefused, type NewMail, type Outlet, voucherMail, writeProjectMail } from "#mails";
import { findProject } from "#projects";
import type { EmailAddress } from "#protocol/email-address.ts";
import type { Language } from "#texts/language.ts";
import { findUser, findUserByEmail } from "#users";
import {
  type Drafts,
  draftOf,
  type IssueDeps,
  TRIES_MAX,
  takeBack,
  type VoucherRequest,
  writeLine,
} from "../issue/issue-vouchers.ts";
import { refusalOf } from "../issue/refusal.ts";
import {
  type EmailPayment,
  type EmailPaymentMode,
  EmailPaymentsOff,
  emailAmount,
  emailPaymentFee,
} from "../model/email-payment.ts";
import { VOUCHER_EXPIRY_SECONDS_DEFAULT, type VoucherId } from "../model/voucher.ts";
import { claimUrl } from "../model/withdraw-offer.ts";
import { type EmailPaid, payEmailMany } from "../store/batched.ts";
import { findEmailPayment, findRefusal } from "../store/vouchers.ts";
import { findReceiver, type Receiver } from "./find-receiver.ts";
import { MAIL_LOOK_AFTER_MS } from "./follow-mail.ts";

export type EmailDeps = Pick<IssueDeps, "db" | "batch" | "clock" | "random" | "journal"> & {
  readonly mode: EmailPaymentMode;
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly outlet: () => Outlet;
  readonly limits: MailLimits;
};

export type PayToEmail = {
  /** A mail is sent in the name of the wallet's owner. */
  readonly caller: Caller;
  readonly email: EmailAddress;
  /** That arrives. Our fee comes on top. */
  readonly amount: Msats;
  readonly comment: string;
  readonly idempotencyKey?: string | undefined;
};

/** What idempotency keys of it count for. */
export const EMAIL_OPERATION = "email/send-payment";

type Answer = { readonly payment: EmailPayment; readonly replayed: boolean };

/**
 * Pays to an e-mail address: into the wallet of the user who has proved to have it, or as a voucher that is mailed to
 * it. Amount and fee leave the caller's wallet in the same call that writes the mail.
 *
 * @throws {EmailPaymentsOff} {MailNotConfigured} {RecipientUnsubscribed} {MailLimitExceeded} {VoucherRefused}
 * {InvalidInput} nothing was moved then, and the idempotency key stays free.
 * @throws {IdempotencyMismatch}
 */
export async function payToEmail(deps: EmailDeps, request: PayToEmail): Promise<Answer> {
  if (deps.mode === "off") throw new EmailPaymentsOff();
  const { caller, email, amount, comment, idempotencyKey } = request;
  const idempotency = idempotencyOf(caller.actor, EMAIL_OPERATION, idempotencyKey, { email, amount, comment });
  const before = idempotency && (await findReplay(deps.db, idempotency));
  if (before !== undefined) return { payment: await read(deps, before as VoucherId), replayed: true };

  emailAmount(amount);
  const receiver = deps.mode === "on" ? await findReceiver(deps.db, email) : undefined;
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const paid = await payOnce(deps, request, { idempotency, receiver });
    if (paid.kind !== "code_taken") return await answerOf(deps, request, paid);
  }
  throw new Error(`no free voucher code was found in ${TRIES_MAX} tries`);
}

type Once = { readonly idempotency: Idempotency | undefined; readonly receiver: Receiver | undefined };

/** With a new code and a new claim token, which are in the mail. */
async function payOnce(deps: EmailDeps, request: PayToEmail, { idempotency, receiver }: Once): Promise<EmailPaid> {
  const { caller, email, amount, comment } = request;
  const expirySeconds = VOUCHER_EXPIRY_SECONDS_DEFAULT;
  const voucher: VoucherRequest = { amount, description: comment, expirySeconds, recipientEmail: email };
  const { draft, token } = draftOf(deps, { kind: "voucher", caller }, voucher);
  const { random, batch, limits } = deps;
  // What goes to a user here is inside the ledger.
  const refused =
    receiver === undefined ? await announce(deps, request, { idempotency, vouchers: [draft] }) : undefined;
  if (refused !== undefined) return refused;
  const item = {
    voucher: draft,
    wallet: caller.wallet,
    transfer: newId<TransferId>(random),
    fee: emailPaymentFee(amount),
    receiver,
    transferIn: newId<TransferId>(random),
    event: newId<EventId>(random),
    mail: receiver === undefined ? await mailOf(deps, request, { token, goodUntil: draft.expiresAt }) : undefined,
    mailDueAt: new Date(deps.clock.now().getTime() + MAIL_LOOK_AFTER_MS),
    mailLimits: limits,
    idempotency,
    restrictedKey: restrictedKeyOf(caller.actor),
  };
  const refuse = async () => (receiver === undefined ? await takeBack(deps, draft.id) : undefined);
  const paid = await onKnownFailure(batch(payEmailMany, item), refuse);
  if (paid.kind !== "paid") await refuse();
  return paid;
}

/** The line of what is about to be issued; what cannot be, as things stand, has none. */
async function announce(deps: EmailDeps, { caller, amount }: PayToEmail, drafts: Drafts) {
  const [draft] = drafts.vouchers;
  const fee = emailPaymentFee(amount);
  const wanted = { wallet: caller.wallet, restrictedKey: restrictedKeyOf(caller.actor), amounts: [amount] };
  const refused = await findRefusal(deps, { kind: "voucher", fee, ...wanted });
  if (refused === undefined && draft !== undefined)
    await writeLine(deps, { caller, kind: "voucher", batchId: draft.id }, { ...drafts, fee });
  return refused;
}

/** In the language that the recipient has chosen here, else in that of the wallet's owner. */
async function mailOf(
  deps: EmailDeps,
  { caller, email, amount, comment }: PayToEmail,
  { token, goodUntil }: { readonly token: string; readonly goodUntil: Date },
): Promise<NewMail> {
  const { owner } = caller.wallet;
  const { name, language } = await nameOf(deps, owner);
  const user = await findUserByEmail(deps.db, email);
  const voucher = {
    language: user?.language ?? language,
    amount,
    projectName: name,
    comment,
    claimUrl: claimUrl(deps.baseUrl, token).href,
    expiresAt: goodUntil,
  };
  return writeProjectMail(deps, {
    kind: "voucher",
    projectId: owner.id,
    recipient: email,
    goodUntil,
    content: ({ unsubscribeUrl }) => voucherMail({ ...voucher, unsubscribeUrl }),
  });
}

async function nameOf(
  { db }: EmailDeps,
  { kind, id }: Owner,
): Promise<{ readonly name: string; readonly language: Language }> {
  if (kind === "project") {
    const project = await findProject(db, id);
    if (project !== undefined) return project;
  } else {
    const user = await findUser(db, id);
    if (user !== undefined) return { name: user.gamertag, language: user.language ?? "en" };
  }
  throw new Error(`${kind} ${id} is not there`);
}

async function answerOf(
  deps: EmailDeps,
  { caller, amount }: PayToEmail,
  paid: Exclude<EmailPaid, { readonly kind: "code_taken" }>,
): Promise<Answer> {
  switch (paid.kind) {
    case "paid":
    case "replay":
      return { payment: await read(deps, paid.id), replayed: paid.kind === "replay" };
    case "mismatch":
      throw new IdempotencyMismatch();
    case "unsubscribed":
    case "project_limit":
    case "recipient_limit":
      throw mailRefused(paid.kind);
    default:
      throw await refusalOf(deps, { caller, needed: amount + emailPaymentFee(amount), amount }, paid);
  }
}

async function read({ db }: EmailDeps, id: VoucherId): Promise<EmailPayment> {
  const payment = await findEmailPayment(db, id);
  if (payment === undefined) throw new Error(`the voucher ${id} of a payment to an e-mail address is not there`);
  return payment;
}
