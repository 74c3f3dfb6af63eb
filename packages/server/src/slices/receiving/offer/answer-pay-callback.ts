import type { CallbackCheck } from "#events";
import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { LightningAddress } from "#protocol/lightning-address.ts";
import type { InternalRecipient } from "#wallets";
import { type IssueDeps, type IssuedInvoice, issueInvoice } from "../issue/issue-charge.ts";
import {
  commentOf,
  commitmentOf,
  type PayLink,
  PayLinkNotFound,
  type PayLinkRef,
  payerDataOf,
  sendableAmount,
  WAITING_MAX,
} from "../model/pay-link.ts";
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
  readonly comment: string | undefined;
  readonly payerData: string | undefined;
};

/** How long an invoice of a pay link can be paid: wallets pay it immediately. Ours. */
export const INVOICE_SECONDS = 600;
/**
 * Makes the invoice that a payer's wallet asked for at a pay link (LUD-06, step 5).
 *
 * @throws {PayLinkNotFound} {StaticChargeFull}
 * @throws {AppError} `amount_out_of_range`, `comment_too_long`, `invalid_input`, `receive_limit_exceeded`; `rate_limited` when too many
 *   invoices of the link wait; `unavailable` when the node does not answer.
 */
export async function answerPayCallback(
  deps: PayCallbackDeps,
  request: PayCallback,
): Promise<IssuedInvoice & { readonly link: PayLink }> {
  const link = await findPayLink(deps, request.ref);
  const amount = sendableAmount(request.amount, link);
  const comment = commentOf(request.comment);
  const payerData = payerDataOf(request.payerData);
  refuseCrowd(link);
  const { wallet, staticCharge, description, metadata } = await keepName(deps, link);

  const issued = await issueInvoice(deps, {
    wallet,
    amount,
    description,
    descriptionHash: commitmentOf(metadata, request.payerData),
    expirySeconds: INVOICE_SECONDS,
    internalId: staticCharge?.internalId,
    callbackUrl: await callbackOf(deps, link),
    origin: { kind: "pay_link", staticChargeId: staticCharge?.id, comment, payerData },
  });
  return { link, ...issued };
}

function refuseCrowd({ waiting }: PayLink): void {
  if (waiting < WAITING_MAX) return;
  throw new AppError("rate_limited", "too many invoices of this recipient wait for their payment", {
    retryAfterSeconds: 60,
  });
}

/** A name that is about to be paid never goes to another wallet. It may have gone there a moment ago: then that wallet is paid. */
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
