import type { Random } from "#kernel/clock.ts";
import type { Minor } from "#kernel/fiat.ts";
import type { ProjectId, UserId, WalletId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { findProject } from "#projects";
import { findUser } from "#users";
import { lightningAddressOf, listNames } from "#wallets";
import { findDestinationKey, findDestinationWallet } from "../checkout/find-destination-key.ts";
import { readPrices } from "../checkout/read-prices.ts";
import { isOnchain, rampDestination } from "../model/destination.ts";
import { LIMIT_CURRENCY } from "../model/limits.ts";
import { type Bought, type LostTerms, type ToldPurchase, termsOf } from "../model/lost-purchase.ts";
import type { ProcessorPayment } from "../model/ports.ts";
import type { PurchaseId } from "../model/purchase.ts";
import { worthIn } from "../model/quote.ts";
import { mailKeyOf } from "../model/secrets.ts";
import type { RampSettings } from "../model/settings.ts";
import { findSession } from "../store/sessions.ts";
import { type AdoptedPurchase, type AdoptOutcome, insertAdopted } from "../store/strays.ts";
import {
  type AdoptStray,
  agreedAmount,
  hasPurchase,
  priceUnknown,
  refuseDelivered,
  refuseDisputed,
  requireStray,
  type Stray,
  type StrayDeps,
} from "./adopt-stray.ts";

export type DeliverStrayDeps = StrayDeps & {
  readonly random: Random;
  readonly baseUrl: string;
  /** Undefined: nobody knows what a route may cost by this node. */
  readonly routeReserve: RampSettings["routeReserve"] | undefined;
};

/** What an operator says of a purchase; what the journal tells is not asked for. */
export type NamedPurchase = {
  /** A Lightning address. */
  readonly destination: string | undefined;
  readonly walletId: WalletId | undefined;
  readonly userId: UserId | undefined;
  readonly projectId: ProjectId | undefined;
};

/**
 * Writes a purchase that was lost with a copy as its card has paid it, under its own id. Its driver delivers it, as any
 * other: once, or gives the money back.
 *
 * @throws {OperatorError} when a purchase has it, it was or is given back, it may have been delivered, or too little is
 * known of it: nothing was changed.
 */
export async function deliverStray(
  deps: DeliverStrayDeps,
  stray: AdoptStray & { readonly named: NamedPurchase },
): Promise<PurchaseId> {
  const { db, clock, journal, processor, random } = deps;
  const { reference, reason, named } = stray;
  const payment = await processor.get(reference);
  const { id, ended } = await requireStray(deps, payment);
  refuseUnpaid(payment);
  refuseDisputed(payment);
  const bought = await requireAmount(deps, stray, { payment, ended });
  await refuseDelivered(deps, { ...stray, id, bought });
  const told = { ...stray.told, amount: bought.amount };
  const adopted = await completed(deps, { id, ended, payment, told, named });
  const { userId, projectId, sessionId, feeLimit, quote } = adopted;
  // As the line that was written when it was begun: a second restore finds what was decided here.
  await journal.append({
    what: "purchase.begin",
    id,
    kind: "adopted",
    subject: userId,
    actor: { kind: "project", id: projectId },
    origin: { kind: "session", id: sessionId },
    wallet: await findDestinationWallet(deps, adopted.destination),
    processorId: reference,
    amount: quote.amount,
    feeLimit,
  });
  const outcome = await insertAdopted(db, adopted, { random, reason, now: clock.now() });
  if (outcome === "adopted") return id;
  throw outcome === "known" ? hasPurchase(id) : REFUSALS[outcome];
}

const REFUSALS: Readonly<Record<Exclude<AdoptOutcome, "adopted" | "known">, OperatorError>> = {
  given_back: new OperatorError(
    "an operator gives it back: it cannot be delivered as well",
    "`npm run leyden -- ramp adopt <reference> --refund` goes on with that.",
  ),
  unavailable: new OperatorError(
    "your own money does not cover it, or the node was not compared with the books in the last five minutes",
    "`npm run leyden -- equity list` shows both. Start the service, or add money of yours, and run this again.",
  ),
};

/** @throws {OperatorError} unless the card has paid, and has nothing back. */
function refuseUnpaid({ state, refund }: ProcessorPayment): void {
  if (state !== "captured")
    throw new OperatorError(`the card has not paid: the processor says that it is ${state}`, "Nothing was changed.");
  if (refund !== "none")
    throw new OperatorError(
      `the processor has given it back: ${refund}`,
      "Nothing was changed: there is nothing to do.",
    );
}

/** @throws {OperatorError} when the amount is not known, or the operator one that it cannot be. */
async function requireAmount(
  deps: DeliverStrayDeps,
  stray: AdoptStray,
  lost: Pick<Lost, "payment" | "ended">,
): Promise<Bought> {
  const known = await agreedAmount(deps, stray, lost);
  if (known === undefined)
    throw new OperatorError(
      "the journal does not say how much was bought",
      "Name its folders with --journal, or the amount with --msats.",
    );
  return known;
}

type Lost = Stray & {
  readonly payment: ProcessorPayment;
  readonly told: ToldPurchase & { readonly amount: Msats };
  readonly named: NamedPurchase;
};

/** The whole purchase. @throws {OperatorError} when something of it is not known. */
async function completed(deps: DeliverStrayDeps, lost: Lost): Promise<AdoptedPurchase> {
  const { db, clock, processor } = deps;
  const { id, ended, payment, told } = lost;
  const terms = termsOf(payment, told.amount);
  if (terms === undefined)
    throw new OperatorError("what the processor says is no purchase of ours", "Look at it at the processor.");
  const user = await requireUser(deps, lost);
  const sessionId = told.sessionId ?? ended?.sessionId;
  const session = sessionId && (await findSession(db, sessionId));
  const projectId = session?.projectId ?? (await requireProject(deps, lost));
  const destination = await requireDestination(deps, lost);
  const { card } = payment;
  return {
    id,
    sessionId,
    projectId,
    userId: user.id,
    email: user.email,
    quote: { ...terms, amount: told.amount },
    limitMinor: ended?.limitMinor ?? (await requireLimit(deps, terms)),
    feeLimit: told.feeLimit ?? ended?.feeLimit ?? requireReserve(deps, told.amount),
    destination,
    processor: processor.name,
    reference: payment.reference,
    card: card && { brand: card.brand, last4: card.last4 },
    cardKey: card && `${processor.name} ${card.fingerprint}`,
    begunAt: told.begunAt ?? ended?.createdAt ?? clock.now(),
    keys: { destination: await findDestinationKey(deps, destination), mail: mailKeyOf(user.email) },
  };
}

/** What limits count: the same in their currency, at the prices of now, because those of then are not known. */
async function requireLimit(deps: DeliverStrayDeps, { currency, source }: LostTerms): Promise<Minor> {
  if (currency === LIMIT_CURRENCY) return source;
  const prices = await readPrices(deps, currency);
  if (prices !== undefined) return worthIn(source, prices.price, prices.limitPrice);
  throw priceUnknown(
    `Limits count it in ${LIMIT_CURRENCY}. Run this again when the sources of LEYDEN_PRICE_SOURCES answer.`,
  );
}

async function requireUser({ db }: DeliverStrayDeps, { told, ended, named }: Lost) {
  const id = named.userId ?? told.userId ?? ended?.userId;
  const user = id && (await findUser(db, id));
  if (user !== undefined) return user;
  throw new OperatorError(
    id === undefined ? "the journal does not say who bought it" : "who bought it is not in this database",
    "Name who bought it with --user, after the person has an account again.",
  );
}

async function requireProject({ db }: DeliverStrayDeps, { told, ended, named }: Lost): Promise<ProjectId> {
  const id = named.projectId ?? told.projectId ?? ended?.projectId;
  const project = id && (await findProject(db, id));
  if (project !== undefined) return project.id;
  throw new OperatorError(
    id === undefined
      ? "the journal does not say where it was sold"
      : "the project that sold it is not in this database",
    "Name the project that sold it with --project.",
  );
}

async function requireDestination({ db, baseUrl }: DeliverStrayDeps, { told, ended, named }: Lost): Promise<string> {
  const isElsewhere = named.destination !== undefined || (named.walletId ?? told.walletId) !== told.walletId;
  if (told.isCredited && isElsewhere)
    throw new OperatorError(
      "the journal says that its person took it into the own wallet",
      "Nothing was changed. Leave --to and --to-wallet out: it is delivered there.",
    );
  const quoted = named.walletId === undefined && !told.isCredited ? ended?.destination : undefined;
  const address = named.destination ?? quoted;
  if (address !== undefined) {
    const destination = rampDestination(address);
    if (!isOnchain(destination)) return destination;
    throw new OperatorError(
      "what may have been published to an address of the chain is not known",
      "Give it back, or name a Lightning address or a wallet of the person.",
    );
  }
  const walletId = named.walletId ?? told.walletId;
  const name = walletId && (await listNames(db, walletId)).find(({ releasedAt }) => releasedAt === undefined);
  if (name !== undefined) return lightningAddressOf(name.name, baseUrl);
  throw new OperatorError(
    walletId === undefined ? "it is not known where it was to be delivered" : `no wallet has the id ${walletId}`,
    "Name it with --to-wallet <id>, or a Lightning address with --to; ask the person.",
  );
}

function requireReserve({ routeReserve }: DeliverStrayDeps, amount: Msats): Msats {
  if (routeReserve !== undefined) return msats(routeReserve(amount));
  throw new OperatorError("the node does not answer, which says what a route may cost", "Start the service.");
}
