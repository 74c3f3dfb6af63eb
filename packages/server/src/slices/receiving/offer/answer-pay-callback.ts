import type { CallbackCheck } from "#events";
import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import type { LightningAddress } from "#protocol/lightning-address.ts";
import type { InternalRecipient } from "#wallets";
import { type IssueDeps, type IssuedInvoice, issueInvoice } from "../issue/issue-charge.ts";
import {
  commentOf,
  committedText,
  type PayLink,
  PayLinkNotFound,
  type PayLinkRef,
  payerDataOf,
  placeOf,
  sendableAmount,
  WAITING_MAX,
} from "../model/pay-link.ts";
import { updateDisplaced } from "../store/unpaid-invoices.ts";
import { findPayLink, type PayLinkDeps } from "./find-pay-link.ts";

export type PayCallbackDeps = PayLinkDeps &
  IssueDeps & {
    readonly clock: Clock;
    readonly checkCallback: CallbackCheck;
    readonly recipientOf: (address: LightningAddress) => InternalRecipient | Promise<InternalRecipient>;
  };

/** What a payer's wallet sent, after URL-decoding. */
export type PayCallback = {
  readonly ref: PayLinkRef;
  readonly amount: string;
  readonly comment?: string | undefined;
  readonly payerData?: string | undefined;
  /** Undefined where this service asks for itself. */
  readonly asker?: Asker | undefined;
};

/** Who asks for an invoice. */
export type Asker = {
  /** As limits count it. */
  readonly network: string;
  /** @throws {AppError} `rate_limited` when the network has asked for too many invoices of this place. */
  readonly admit: (place: string) => void;
};

/** How long an invoice of a pay link can be paid: wallets pay it immediately. Ours. */
export const INVOICE_SECONDS = 600;
/**
 * Makes the invoice that a payer's wallet asked for at a pay link (LUD-06, step 5).
 *
 * @throws {PayLinkNotFound} {StaticChargeFull}
 * @throws {AppError} `amount_out_of_range`, `comment_too_long`, `invalid_input`, `receive_limit_exceeded`;
 *   `rate_limited` when the asker is not admitted; `unavailable` when the node does not answer.
 */
export async function answerPayCallback(
  deps: PayCallbackDeps,
  request: PayCallback,
): Promise<IssuedInvoice & { readonly link: PayLink }> {
  const { asker } = request;
  const link = await findPayLink(deps, request.ref);
  asker?.admit(placeOf(link));
  const amount = sendableAmount(request.amount, link);
  const comment = commentOf(request.comment);
  const payerData = payerDataOf(request.payerData);
  const { wallet, staticCharge, description, metadata } = await keepName(deps, link);

  const issued = await issueInvoice(deps, {
    wallet,
    amount,
    description,
    committedText: committedText(metadata, request.payerData),
    expirySeconds: INVOICE_SECONDS,
    internalId: staticCharge?.internalId,
    callbackUrl: await callbackOf(deps, link),
    origin: { kind: "pay_link", staticChargeId: staticCharge?.id, comment, payerData },
    network: asker?.network,
  });
  if (link.waiting >= WAITING_MAX) await makeRoom(deps, { wallet, staticCharge });
  return { link, ...issued };
}

/** Another invoice loses its place, so that no network can close a link to other payers. */
async function makeRoom(
  { db, clock }: PayCallbackDeps,
  { wallet, staticCharge }: Pick<PayLink, "wallet" | "staticCharge">,
): Promise<void> {
  await updateDisplaced(db, { wallet: wallet.id, staticCharge: staticCharge?.id, now: clock.now(), max: WAITING_MAX });
}

/**
 * A name that is about to be paid never goes to another wallet. It may have gone there a moment ago: then that wallet
 * is paid.
 */
async function keepName({ baseUrl, recipientOf }: PayCallbackDeps, link: PayLink): Promise<PayLink> {
  if (link.ref.kind !== "name") return link;
  const { name: user } = link.ref;
  const { host } = new URL(baseUrl);
  const recipient = await recipientOf({ text: `${user}@${host}`, user, host });
  if (recipient === undefined || recipient === "unknown") throw new PayLinkNotFound();
  return { ...link, wallet: recipient };
}

/** A host that another project has claimed since is not called. */
async function callbackOf(deps: PayCallbackDeps, { wallet, staticCharge }: PayLink): Promise<string | undefined> {
  const caller: Caller = { wallet, actor: { kind: "slice", name: "receiving" } };
  const refusal = await deps.checkCallback(caller, staticCharge?.callbackUrl);
  return refusal === undefined ? staticCharge?.callbackUrl : undefined;
}
