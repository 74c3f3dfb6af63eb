import { decimalOf } from "#kernel/fiat.ts";
import type { Columns } from "#protocol/csv.ts";
import { failureCodeOf, type Purchase } from "./model/purchase.ts";
import { browserOf, type Session } from "./model/session.ts";

/** A session on the wire, without its token. */
export function presentSession(session: Session) {
  const { id, email, webhookUrl, destination, quoteCurrency, referenceId, metadata, returnUrl, progress } = session;
  return {
    session_id: id,
    state: progress.kind,
    email,
    webhook_url: webhookUrl,
    destination: destination ?? null,
    quote_currency: quoteCurrency ?? null,
    base_currency: "BTC" as const,
    reference_id: referenceId ?? null,
    metadata: metadata ?? null,
    return_url: returnUrl ?? null,
    user_id: browserOf(session)?.userId ?? null,
    created_at: session.createdAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    ended_at: "endedAt" in progress ? progress.endedAt.toISOString() : null,
  };
}

/** Of a session, as a line of a file. */
export const SESSION_COLUMNS: Columns<ReturnType<typeof presentSession>> = {
  session_id: (session) => session.session_id,
  created_at: (session) => session.created_at,
  state: (session) => session.state,
  email: (session) => session.email,
  user_id: (session) => session.user_id,
  destination: (session) => session.destination,
  quote_currency: (session) => session.quote_currency,
  reference_id: (session) => session.reference_id,
  metadata: (session) => session.metadata && JSON.stringify(session.metadata),
  expires_at: (session) => session.expires_at,
  ended_at: (session) => session.ended_at,
};

/** `data` of `ramp.purchase.completed`. */
export function presentCompleted(session: Session, { id, userId, quote }: Purchase) {
  return {
    amount: String(quote.amount),
    currency: "BTC" as const,
    unit: "msats" as const,
    source_amount: decimalOf(quote.source),
    source_currency: quote.currency,
    ...namesOf(session),
    purchase_id: id,
    user_id: userId,
  };
}

/** `data` of `ramp.purchase.failed`. */
export function presentFailed(session: Session, purchase: Purchase) {
  const { id, userId, quote } = purchase;
  return {
    code: failureCodeOf(purchase) ?? null,
    source_amount: decimalOf(quote.source),
    source_currency: quote.currency,
    ...namesOf(session),
    purchase_id: id,
    user_id: userId,
  };
}

/** `data` of `ramp.kyc.completed`. */
export function presentVerified(session: Session, userId: string) {
  return { ...namesOf(session), user_id: userId };
}

function namesOf({ id, referenceId, metadata }: Session) {
  return { reference_id: referenceId ?? null, session_id: id, metadata: metadata ?? null };
}
