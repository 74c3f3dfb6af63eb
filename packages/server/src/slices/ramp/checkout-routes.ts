import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import { CURRENCIES, decimalOf, parseMinor } from "#kernel/fiat.ts";
import { msats, sats } from "#kernel/money.ts";
import { browserSecretIn } from "#platform/http/browser-cookie.ts";
import { type Api, codec, idOf, type RoutesPlugin, success } from "#platform/http/index.ts";
import { networkOf } from "#platform/http/rate-limit.ts";
import { languageOfRequest } from "#platform/http/reader-of-request.ts";
import { type BeginPurchaseDeps, beginPurchase } from "./checkout/begin-purchase.ts";
import { type CancelPurchaseDeps, cancelPurchase } from "./checkout/cancel-purchase.ts";
import { chooseAmount, estimate, quoteChosen } from "./checkout/choose-amount.ts";
import { type CreditInsteadDeps, creditInstead } from "./checkout/credit-instead.ts";
import type { MakeQuoteDeps } from "./checkout/make-quote.ts";
import { checkCode, type ProveDeps, sendCode } from "./checkout/prove-address.ts";
import { type ProveByLoginDeps, proveByLogin } from "./checkout/prove-by-login.ts";
import { type ReadCheckoutDeps, readCheckout } from "./checkout/read-checkout.ts";
import { sayCardGiven, sayIdentityGiven } from "./checkout/say-given.ts";
import { type VerifyIdentityDeps, verifyIdentity } from "./checkout/verify-identity.ts";
import { networkKeyOf } from "./model/network.ts";
import { type PurchaseId, PurchaseNotFound } from "./model/purchase.ts";
import { hashOf, PAGE_KEY, pageKeyIn } from "./model/secrets.ts";
import { type Session, type SessionId, SessionNotFound } from "./model/session.ts";
import { presentCheckout, presentQuote } from "./present-checkout.ts";
import { openPage } from "./sessions/open-page.ts";
import { findPurchaseOfSession } from "./store/purchases.ts";
import { findSessionByPage } from "./store/sessions.ts";

export type CheckoutRoutesDeps = ProveDeps &
  ProveByLoginDeps &
  ReadCheckoutDeps &
  VerifyIdentityDeps &
  MakeQuoteDeps &
  BeginPurchaseDeps &
  CancelPurchaseDeps &
  CreditInsteadDeps;

const params = z.object({ session: z.string() });
const HIDDEN = { hide: true, params } as const;
const OPEN = {
  ...HIDDEN,
  body: z.object({ token: z.string().max(200), page_key: z.string().regex(PAGE_KEY).optional() }),
} as const;
/** Version of the terms that the page has shown to who goes on. */
const shownTerms = z.string().max(100).optional();
const CODE = { ...HIDDEN, body: z.object({ code: z.string().max(20), terms: shownTerms }) } as const;
const PAY = { ...HIDDEN, body: z.object({ purchase_id: z.string().max(64) }) } as const;
const GIVEN = { ...HIDDEN, body: z.object({ purchase_id: z.string().max(64), given: z.boolean() }) } as const;
const QUOTE = {
  ...HIDDEN,
  body: z.object({
    amount: codec(z.string().max(20), (text) => parseMinor(text), decimalOf),
    currency: z.enum(CURRENCIES),
    terms: shownTerms,
  }),
} as const;

const LOGIN = { ...HIDDEN, body: z.object({ proof: z.string().max(100) }) } as const;
const PRICE = {
  ...HIDDEN,
  body: z.object({
    amount: codec(z.string().max(20), (text) => parseMinor(text), decimalOf).optional(),
    sats: codec(
      z.string().regex(/^[1-9]\d{0,14}$/),
      (text) => sats(BigInt(text)),
      (wanted) => String(wanted / 1_000n),
    ).optional(),
    currency: z.enum(CURRENCIES),
  }),
} as const;

const OWN = { config: { access: "own", scope: "ramp" } } as const;

type Asked = { readonly session: Session; readonly key: string };

/** What the page of a session asks: `/ramp/{session}/api/…`, with the key that `open` gave to its browser. */
export function checkoutRoutes(deps: CheckoutRoutesDeps): RoutesPlugin {
  return (api) => {
    api.post(
      "/ramp/:session/api/open",
      { config: { access: "public", scope: "ramp" }, schema: OPEN },
      async ({ params: path, body, ip }, reply) => {
        reply.header("cache-control", "no-store");
        const id = idOf<SessionId>(path.session, () => new SessionNotFound());
        const { token, page_key } = body;
        const key = await openPage(deps, { id, token, network: networkKeyOf(networkOf(ip)), key: page_key });
        return success({ page_key: key }, "Session opened.");
      },
    );
    api.get("/ramp/:session/api/state", { ...OWN, schema: HIDDEN }, async (request, reply) =>
      stateOf(deps, await admit(deps, api, request, reply)),
    );
    api.post("/ramp/:session/api/code", { ...OWN, schema: HIDDEN }, async (request, reply) => {
      const asked = await admit(deps, api, request, reply);
      await sendCode(deps, asked.session, {
        pageKey: asked.key,
        network: networkOf(request.ip),
        language: languageOfRequest(request),
      });
      return await stateOf(deps, asked);
    });
    api.post("/ramp/:session/api/code/check", { ...OWN, schema: CODE }, async (request, reply) => {
      const asked = await admit(deps, api, request, reply);
      const { code, terms } = request.body;
      await checkCode(deps, asked.session, {
        pageKey: asked.key,
        code,
        shownTerms: terms,
        language: languageOfRequest(request),
      });
      const proved = await reread(deps, asked);
      await quoteChosen(deps, proved.session, terms);
      return await stateOf(deps, proved);
    });
    api.post("/ramp/:session/api/login", { ...OWN, schema: LOGIN }, async (request, reply) => {
      const asked = await admit(deps, api, request, reply);
      const secret = browserSecretIn(deps.baseUrl, request.headers.cookie);
      await proveByLogin(deps, asked.session, { secret, proof: request.body.proof });
      const proved = await reread(deps, asked);
      await quoteChosen(deps, proved.session);
      return await stateOf(deps, proved);
    });
    api.post("/ramp/:session/api/price", { ...OWN, schema: PRICE }, async (request, reply) => {
      const { session } = await admit(deps, api, request, reply);
      const { currency, amount, sats: wanted } = request.body;
      const asked = amount === undefined ? { wanted: wanted ?? msats(0n), currency } : { source: amount, currency };
      return success(presentQuote(await estimate(deps, session, asked)), "Price read.");
    });
    api.post("/ramp/:session/api/identity", { ...OWN, schema: HIDDEN }, async (request, reply) => {
      const { session } = await admit(deps, api, request, reply);
      return success({ page: await verifyIdentity(deps, session) }, "Identity asked for.");
    });
    api.post("/ramp/:session/api/identity/given", { ...OWN, schema: HIDDEN }, async (request, reply) => {
      const asked = await admit(deps, api, request, reply);
      await sayIdentityGiven(deps, asked.session);
      return await stateOf(deps, asked);
    });
    api.post("/ramp/:session/api/quote", { ...OWN, schema: QUOTE }, async (request, reply) => {
      const asked = await admit(deps, api, request, reply);
      const { amount: source, currency, terms } = request.body;
      await chooseAmount(deps, asked.session, { source, currency, shownTerms: terms });
      return await stateOf(deps, await reread(deps, asked));
    });
    api.post("/ramp/:session/api/pay", { ...OWN, schema: PAY }, async (request, reply) => {
      const { session } = await admit(deps, api, request, reply);
      const id = idOf<PurchaseId>(request.body.purchase_id, () => new PurchaseNotFound());
      return success({ page: await beginPurchase(deps, session, id) }, "Payment begun.");
    });
    api.post("/ramp/:session/api/card", { ...OWN, schema: GIVEN }, async (request, reply) => {
      const asked = await admit(deps, api, request, reply);
      const id = idOf<PurchaseId>(request.body.purchase_id, () => new PurchaseNotFound());
      await sayCardGiven(deps, asked.session, { id, isGiven: request.body.given });
      return await stateOf(deps, asked);
    });
    api.post("/ramp/:session/api/credit", { ...OWN, schema: PAY }, async (request, reply) => {
      const asked = await admit(deps, api, request, reply);
      const id = idOf<PurchaseId>(request.body.purchase_id, () => new PurchaseNotFound());
      await creditInstead(deps, asked.session, id);
      return await stateOf(deps, asked);
    });
    api.post("/ramp/:session/api/cancel", { ...OWN, schema: HIDDEN }, async (request, reply) => {
      const asked = await admit(deps, api, request, reply);
      const purchase = await findPurchaseOfSession(deps.db, asked.session.id);
      if (purchase === undefined) throw new PurchaseNotFound();
      await cancelPurchase(deps, asked.session, purchase.id);
      return await stateOf(deps, asked);
    });
  };
}

/** The session of the browser that asks. Requests count on the session; without a valid key on the address. */
async function admit(deps: CheckoutRoutesDeps, api: Api, request: FastifyRequest, reply: FastifyReply): Promise<Asked> {
  reply.header("cache-control", "no-store");
  const key = pageKeyIn(request.headers.authorization);
  const id = idOf<SessionId>(params.parse(request.params).session, () => new SessionNotFound());
  const session = key === undefined ? undefined : await findSessionByPage(deps.db, id, hashOf(key));
  if (session === undefined || key === undefined)
    throw api.refusalOf(request, new AppError("ramp_page_key_invalid", "this browser has not opened the session"));
  api.countCaller(`ramp ${session.id}`, reply);
  return { session, key };
}

async function reread(deps: CheckoutRoutesDeps, { session, key }: Asked): Promise<Asked> {
  const now = await findSessionByPage(deps.db, session.id, hashOf(key));
  if (now === undefined) throw new SessionNotFound();
  return { session: now, key };
}

async function stateOf(deps: CheckoutRoutesDeps, { session, key }: Asked) {
  return success(presentCheckout(await readCheckout(deps, session, key)), "State read.");
}
