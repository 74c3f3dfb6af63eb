import { bytesToHex } from "@noble/hashes/utils.js";
import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import { type ChargeId, isUuid } from "#kernel/ids.ts";
import { blockOf } from "#kernel/network.ts";
import { visibleLine } from "#kernel/plain-line.ts";
import { networkOf, type RateLimiter, type RoutesPlugin, rateLimiter, takeShare } from "#platform/http/index.ts";
import { lnurlForm } from "#platform/http/lnurl-form.ts";
import type { IssuedInvoice } from "./issue/issue-charge.ts";
import {
  type PayLink,
  PayLinkNotFound,
  type PayLinkRef,
  payLinkRefOf,
  payParamsOf,
  verifyUrlOf,
} from "./model/pay-link.ts";
import { type Asker, answerPayCallback, type PayCallbackDeps } from "./offer/answer-pay-callback.ts";
import { findPayLink } from "./offer/find-pay-link.ts";
import { type VerifiedPayment, type VerifyDeps, verifyPayment } from "./offer/verify-payment.ts";

/** Invoices of one wallet, or of one static charge, that one network may ask for in a minute. Ours. */
const PER_NETWORK_AND_PLACE = 60;

const text = z.string().max(4_096).optional();
const callbackQuery = z.object({ amount: z.string().max(20).default(""), comment: text, payerdata: text });

/**
 * What Lightning wallets ask (LUD-06, 12, 16, 18, 21): `/.well-known/lnurlp/{name}` of an address,
 * `/lnurl/pay/{kind}/{id}` of a wallet or a static charge, the callbacks, and whether an invoice was paid. Without a
 * key, from any web page, in LNURL's own form.
 */
export function payLinkRoutes(deps: PayCallbackDeps & VerifyDeps): RoutesPlugin {
  const askers = rateLimiter(deps.clock, PER_NETWORK_AND_PLACE);
  const config = { access: "public", takesAnyQuery: true } as const;
  return lnurlForm((lnurl) => {
    const name = z.object({ name: z.string().max(64) });
    lnurl.get("/.well-known/lnurlp/:name", { config, schema: { params: name, hide: true } }, async ({ params }) =>
      presentLink(await findPayLink(deps, refOf("name", params.name)), deps.baseUrl),
    );

    const which = z.object({ kind: z.string().max(10), id: z.string().max(64) });
    lnurl.get("/lnurl/pay/:kind/:id", { config, schema: { params: which, hide: true } }, async ({ params }) =>
      presentLink(await findPayLink(deps, refOf(params.kind, params.id)), deps.baseUrl),
    );

    const callback = { params: which, querystring: callbackQuery, hide: true } as const;
    lnurl.get("/lnurl/pay/:kind/:id/callback", { config, schema: callback }, async ({ params, query, ip }) => {
      const ref = refOf(params.kind, params.id);
      const { amount, comment, payerdata: payerData } = query;
      const asker = askerOf(blockOf(networkOf(ip)), askers);
      const answer = await answerPayCallback(deps, { ref, amount, comment, payerData, asker });
      return presentInvoice(answer, deps.baseUrl);
    });

    const id = z.object({ id: z.string().max(64) });
    lnurl.get("/lnurl/verify/:id", { config, schema: { params: id, hide: true } }, async ({ params }) => {
      const verified = isUuid(params.id) ? await verifyPayment(deps, params.id as ChargeId) : undefined;
      if (verified === undefined) throw new AppError("not_found", "Not found");
      return presentVerified(verified);
    });
  });
}

function askerOf(network: string, askers: RateLimiter): Asker {
  return {
    network,
    admit(place) {
      takeShare(askers, `${network} ${place}`);
    },
  };
}

/** @throws {PayLinkNotFound} when the text can name none. */
function refOf(kind: string, text: string): PayLinkRef {
  const ref = payLinkRefOf(kind, text);
  if (ref === undefined) throw new PayLinkNotFound();
  return ref;
}

/** LUD-06, step 3. */
function presentLink(link: PayLink, baseUrl: string) {
  const { callback, minSendable, maxSendable, metadata, commentAllowed, payerData } = payParamsOf(link, baseUrl);
  return {
    tag: "payRequest",
    callback: callback.href,
    minSendable: Number(minSendable),
    maxSendable: Number(maxSendable),
    metadata,
    commentAllowed,
    payerData,
  };
}

/** LUD-06, step 6; LUD-09, LUD-11 (the link may be kept), LUD-21. */
function presentInvoice({ link, id, invoice }: IssuedInvoice & { readonly link: PayLink }, baseUrl: string) {
  const message = visibleLine(link.staticCharge?.successMessage ?? "");
  return {
    pr: invoice,
    routes: [],
    disposable: false,
    verify: verifyUrlOf(id, baseUrl),
    ...(message === "" ? {} : { successAction: { tag: "message", message } }),
  };
}

/** LUD-21. */
function presentVerified({ charge: { state, invoice }, preimage }: VerifiedPayment) {
  return {
    status: "OK",
    settled: state.kind === "completed",
    preimage: preimage === undefined ? null : bytesToHex(preimage),
    pr: invoice,
  };
}
