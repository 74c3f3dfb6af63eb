import type { Clock } from "#kernel/clock.ts";
import type { AppError } from "#kernel/errors.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { findProject } from "#projects";
import { findUser } from "#users";
import { IdentityNeeded, PersonRefused, RampLimitExceeded, RampUnavailable, TooManyDeclines } from "../model/limits.ts";
import type { ChosenProcessor, ProcessorPage } from "../model/ports.ts";
import { type Purchase, PurchaseChanged, type PurchaseId, PurchaseNotFound } from "../model/purchase.ts";
import { QuoteExpired } from "../model/quote.ts";
import { type Session, SessionEnded } from "../model/session.ts";
import type { RampSettings } from "../model/settings.ts";
import { type Begun, beginMany } from "../store/batched.ts";
import { findCustomer } from "../store/customers.ts";
import { findPurchase, updateReference } from "../store/purchases.ts";
import { findDestinationWallet } from "./find-destination-key.ts";

export type BeginPurchaseDeps = Pick<RampSettings, "limits"> & {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly processor: ChosenProcessor;
  readonly journal: Pick<Journal, "appendIfPossible">;
  readonly baseUrl: string;
};

/**
 * Begins a quoted purchase: it counts on limits, and the processor is asked for a payment. Asked again, it answers
 * with the same payment. Returns what the page shows for the card.
 *
 * @throws {QuoteExpired} {SessionEnded} {RampLimitExceeded} {IdentityNeeded} {PersonRefused} {TooManyDeclines}
 * {RampUnavailable} {PurchaseChanged}
 *   nothing was begun.
 * @throws {AppError} `processor_unavailable`: ask again.
 */
export async function beginPurchase(deps: BeginPurchaseDeps, session: Session, id: PurchaseId): Promise<ProcessorPage> {
  const { db } = deps;
  const processor = deps.processor();
  const found = await findPurchase(db, id);
  if (found === undefined || found.sessionId !== session.id) throw new PurchaseNotFound();
  if (processor === undefined || processor.name !== found.processor) throw new RampUnavailable();
  const { kind } = found.progress;
  if (kind === "quoted") await begin(deps, session, found);
  else if (kind !== "requires_payment" && kind !== "requires_action") throw new PurchaseChanged();

  const project = await findProject(db, session.projectId);
  const begun = await processor.begin({
    purchaseId: id,
    amount: found.quote.source,
    currency: found.quote.currency,
    email: session.email,
    description: `Bitcoin for ${project?.name ?? "a project"}`,
  });
  const { reference } = begun;
  await deps.journal.appendIfPossible({
    what: "purchase.begin",
    id,
    subject: found.userId,
    actor: { kind: "project", id: session.projectId },
    origin: { kind: "session", id: session.id },
    wallet: await findDestinationWallet(deps, found.destination),
    processorId: reference,
    amount: found.quote.amount,
    feeLimit: found.feeLimit,
  });
  const isBegun = await updateReference(db, { id, reference, now: deps.clock.now() });
  if (!isBegun) throw new PurchaseChanged();
  return begun.page;
}

async function begin(
  { db, batch, clock, limits }: BeginPurchaseDeps,
  session: Session,
  purchase: Purchase,
): Promise<void> {
  const user = await findUser(db, purchase.userId);
  if (user === undefined || user.blockedAt !== undefined) throw new RampUnavailable();
  const customer = await findCustomer(db, purchase.userId, clock.now());
  const begun = await batch(beginMany, { purchase, limits, isVerified: customer?.identity === "approved" });
  const refusal = refusalOf(begun, session);
  if (refusal !== undefined) throw refusal;
}

function refusalOf({ kind, left, retryAfterSeconds }: Begun, session: Session): AppError | undefined {
  switch (kind) {
    case "begun":
      return undefined;
    case "stale":
    case "busy":
      return new PurchaseChanged();
    case "rejected":
      return new PersonRefused();
    case "declined":
      return new TooManyDeclines(retryAfterSeconds);
    case "quote_expired":
      return new QuoteExpired();
    case "session_ended":
      return new SessionEnded(session);
    case "unavailable":
      return new RampUnavailable();
    case "identity_needed":
      return new IdentityNeeded(left);
    case "limit_exceeded":
      return new RampLimitExceeded(left);
  }
}
