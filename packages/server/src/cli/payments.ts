import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Command } from "commander";
import { listIncidentsOf } from "#incidents";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import { type PaymentId, uuid } from "#kernel/ids.ts";
import { msats, parseMsats } from "#kernel/money.ts";
import type { HtlcEvidence, LightningNode } from "#lightning";
import {
  createPaymentWaiters,
  type EndByHand,
  type Evidence,
  endByHand,
  findPayment,
  gatherEvidence,
  listAttempts,
  listPaymentsNamed,
  listPendingPayments,
  type Payment,
  type Risk,
  releasePayments,
  standingOf,
  timelineOf,
} from "#payments";
import { crashAt } from "#platform/machine/crash.ts";
import { english } from "#texts/reader.ts";
import { ENGLISH, presentTimeline, readEventHappenings } from "#things";
import { print, printJson, printTable } from "./output.ts";
import { commandLog, type Session, withDatabase, withNodeIfRunning } from "./session.ts";

const LIST_MAX = 1_000;

/** Payments that need an operator. */
export function addPaymentCommands(program: Command): void {
  const payment = program
    .command("payment")
    .description("pending payments: list them, and end what only a person can end");
  payment
    .command("list")
    .description("list pending payments, oldest first")
    .option("--pending", "only pending ones (there is no other list yet)")
    .action(() => withDatabase(listPending));
  payment
    .command("attempts <id>")
    .description("list the attempts of a payment")
    .action((id: string) => withDatabase((session) => showAttempts(session, uuid<PaymentId>("id", id))));
  payment
    .command("show <payment>")
    .description("show payments as JSON, with all that is known: named by id, payment hash or internalId")
    .action((name: string) =>
      withDatabase((session) => withNodeIfRunning(session, (node) => show(session, node, name))),
    );
  addEnd(payment);
  addRelease(payment);
}

async function listPending({ db, clock }: Session): Promise<void> {
  const pending = await listPendingPayments(db, LIST_MAX);
  printTable(
    pending.map((payment) => ({
      id: payment.id,
      createdAt: payment.createdAt.toISOString(),
      msats: String(payment.amount),
      to: recipientOf(payment.destination),
      state: stateOf(payment),
      why: english(standingOf(payment, { now: clock.now(), cltvLimitBlocks: undefined }).why),
    })),
    "No payment is pending.",
  );
}

function stateOf({ progress, onHoldFor, isAtFormerNode }: Payment): string {
  const onHold = onHoldFor === undefined ? "" : `, on hold for ${onHoldFor}`;
  return `${progress.kind}${onHold}${isAtFormerNode ? ", at a former node" : ""}`;
}

/** The recipient in one word. An invoice names it by its payment hash, which `payment attempts` shows. */
function recipientOf(destination: Payment["destination"]): string {
  switch (destination.kind) {
    case "address":
      return destination.lnAddress;
    case "invoice":
      return `${destination.invoice.slice(0, INVOICE_SHOWN)}…`;
    case "wallet":
      return destination.walletId;
    case "node":
      return destination.nodeId;
    case "gamertag":
      return destination.gamertag;
    case "unknown":
      return "unknown: it was brought back after a restore";
  }
}

const INVOICE_SHOWN = 24;

async function show({ db, clock }: Session, node: LightningNode | undefined, name: string): Promise<void> {
  const payments = await listPaymentsNamed(db, name, SHOWN_MAX);
  if (payments.length === 0)
    throw new AppError("payment_not_found", `no payment has the id, hash or internalId ${name}`);
  printJson(await Promise.all(payments.map((payment) => known({ db, clock, node }, payment))));
}

type Knowing = Pick<Session, "db" | "clock"> & { readonly node: LightningNode | undefined };

async function known({ db, clock, node }: Knowing, payment: Payment) {
  const { node: says, history, isOwnCharge } = await gatherEvidence({ db, node }, payment);
  const [attempts, incidents] = [await listAttempts(db, payment.id), await listIncidentsOf(db, payment.id)];
  const capabilities = node?.capabilities ?? { cltvLimit: false };
  const { standing, happenings, eventsOf } = await timelineOf({ db, clock, capabilities }, payment);
  const events = await readEventHappenings(db, payment.payer.wallet?.ownerId ?? payment.id, eventsOf);
  return Object.assign(shownPayment(payment), {
    timeline: presentTimeline(ENGLISH, { standing, happenings: [...happenings, ...events] }),
    isOwnCharge,
    nodeSays: says.kind === "settled" ? { kind: says.kind, fee: says.fee } : says,
    nodeHistory: history ?? null,
    attempts: attempts.map(({ paymentHash: _, ...attempt }) => attempt),
    incidents: incidents.map(({ subject: _, subjectKind: __, ...incident }) => incident),
  });
}

/** More than so many payments of one name are not shown. */
const SHOWN_MAX = 20;

/** Without what would let somebody pay again, or prove what is not proved yet. */
function shownPayment({ keysendPreimage: _, lease: __, payer, progress, ...payment }: Payment) {
  const { kind: state, ...known } = progress;
  const bound = "invoice" in known && typeof known.invoice === "object" ? known.invoice : undefined;
  const paymentHash = bound?.paymentHash ?? ("paymentHash" in known ? known.paymentHash : undefined);
  return {
    ...payment,
    walletId: payer.wallet?.id ?? null,
    account: payer.account,
    state,
    ...known,
    invoice: bound?.text ?? ("invoice" in known && typeof known.invoice === "string" ? known.invoice : null),
    expiresAt: bound?.expiresAt ?? null,
    paymentHash: paymentHash === undefined ? null : bytesToHex(paymentHash),
    preimage: "preimage" in known && known.preimage !== undefined ? bytesToHex(known.preimage) : null,
  };
}

async function showAttempts({ db }: Session, id: PaymentId): Promise<void> {
  const attempts = await listAttempts(db, id);
  printTable(
    attempts.map(({ number, paymentHash, dispatchedAt, reference, notSentReason }) => ({
      attempt: String(number),
      dispatchedAt: dispatchedAt.toISOString(),
      paymentHash: Buffer.from(paymentHash).toString("hex"),
      nodeReference: reference ?? undefined,
      notSent: notSentReason ?? undefined,
    })),
    "Nothing was given to the node.",
  );
}

type EndOptions = {
  as: string;
  reason: string;
  preimage?: string;
  fee?: string;
  paidBy?: string;
  althoughTheNodeIsSilent?: true;
  althoughItsHistoryIsLost?: true;
  althoughItIsCalledInFlight?: true;
  althoughItsNodeWasReplaced?: true;
  althoughTheNodePaid?: true;
  withoutProof?: true;
};

function addEnd(payment: Command): void {
  payment
    .command("end <id>")
    .description("end a payment by your decision, when the node can no longer report what became of it")
    .requiredOption("--as <outcome>", "`completed` or `failed`; failed gives the money back")
    .requiredOption("--reason <text>", "how you know; it is recorded")
    .option("--preimage <hex>", "proof of payment, when you have it")
    .option("--fee <msats>", "what the route took, for `completed`")
    .option("--paid-by <hash>", "for `completed`: the foreign payment that paid it before the database was restored")
    .option("--without-proof", "for `completed`: take the risk that it was not paid, and the payer loses the money")
    .option("--although-the-node-is-silent", "for `failed`: take the risk that the node has paid it")
    .option(
      "--although-its-history-is-lost",
      "for `failed`: the node has forgotten payments; it may have paid this one",
    )
    .option(
      "--although-it-is-called-in-flight",
      "for `failed`: the node calls it in flight and no channel has it; it may be paid all the same",
    )
    .option(
      "--although-its-node-was-replaced",
      "for `failed`: the channels of the former node are resolved on the chain, and none has paid it",
    )
    .option("--although-the-node-paid", "for `failed`: the node made an unexplained payment of the same amount")
    .action((id: string, options: EndOptions) =>
      withDatabase((session) => withNodeIfRunning(session, (node) => end(session, node, id, options))),
    );
}

/** Shows what is known, then ends it: what speaks against it is refused. */
async function end(session: Session, node: LightningNode | undefined, text: string, options: EndOptions) {
  const id = uuid<PaymentId>("id", text);
  const as = outcomeOf(options);
  const payment = await findPayment(session.db, id);
  if (payment !== undefined)
    for (const line of linesOf(await gatherEvidence({ ...session, node }, payment))) print(line);
  const request = { id, reason: options.reason, as, despite: risksOf(options) };
  const ended = await endByHand({ ...operating(session), node }, request);
  const watched = ended.isAtFormerNode ? "No node is asked about it any more" : "Its hash is watched for two weeks";
  print(`Payment ${ended.id} is ${ended.progress.kind}. ${watched}.`);
}

function risksOf(options: EndOptions): readonly Risk[] {
  const { althoughTheNodeIsSilent, althoughItsHistoryIsLost, althoughItIsCalledInFlight } = options;
  const { althoughTheNodePaid, althoughItsNodeWasReplaced, withoutProof } = options;
  const named: Readonly<Record<Risk, true | undefined>> = {
    silent_node: althoughTheNodeIsSilent,
    lost_history: althoughItsHistoryIsLost,
    in_flight: althoughItIsCalledInFlight,
    unbooked: althoughTheNodePaid,
    replaced_node: althoughItsNodeWasReplaced,
    no_proof: withoutProof,
  };
  return (Object.keys(named) as Risk[]).filter((risk) => named[risk]);
}

const NODE_SAYS: Readonly<Record<Evidence["node"]["kind"], string>> = {
  settled: "The node says that it was settled.",
  failed: "The node says that it has failed.",
  in_flight: "The node says that it is in flight.",
  not_found: "The node does not know its hash.",
  silent: "The node does not answer.",
  no_hash: "It has no invoice, so the node cannot be asked.",
  replaced: "The node at which it was ordered was replaced: no other node knows what became of it.",
};
const HISTORY: Readonly<Record<NonNullable<Evidence["history"]>, string>> = {
  whole: "The node knows the payments that settled around it: its history is whole.",
  broken: "The node has forgotten payments that it made: that it does not know this one proves nothing.",
  silent: "The node does not follow the chain yet: that it does not know the hash proves nothing.",
};

const PLACES: Readonly<Record<HtlcEvidence["place"], string>> = {
  in_channel: "A channel has an HTLC of it",
  gone: "No channel has an HTLC of it, and all of its channels could be asked",
  unclear: "No channel that could be asked has an HTLC of it, and not all could",
};

function placeOf({ place, lockedUntilBlock, atBlock }: HtlcEvidence): string {
  return `${PLACES[place]}; its time lock ends at block ${lockedUntilBlock}, the node is at ${atBlock ?? "an older one"}.`;
}

/** What is known about a payment, for people. */
export function linesOf({ node, history, wasInFlight, isOwnCharge, paymentHash }: Evidence): readonly string[] {
  return [
    ...(paymentHash === undefined ? [] : [`Payment hash: ${bytesToHex(paymentHash)}`]),
    NODE_SAYS[node.kind],
    ...(node.kind === "in_flight" && node.htlcs !== undefined ? [placeOf(node.htlcs)] : []),
    ...(history === undefined ? [] : [HISTORY[history]]),
    ...(wasInFlight ? ["The node has reported it in flight before."] : []),
    ...(isOwnCharge ? ["Its invoice is that of a charge of this service: the node sends nothing for it."] : []),
  ];
}

function outcomeOf({ as, preimage, fee, paidBy }: EndOptions): EndByHand["as"] {
  if (as === "failed") return { kind: "failed" };
  if (as !== "completed") throw new InvalidInput("--as", "must be `completed` or `failed`");
  if (paidBy !== undefined) return { kind: "completed_by", foreignHash: bytes32("--paid-by", paidBy) };
  return {
    kind: "completed",
    fee: fee === undefined || fee === "0" ? msats(0n) : parseMsats(fee, "--fee"),
    preimage: preimage === undefined ? undefined : bytes32("--preimage", preimage),
  };
}

type Release = { readonly all?: true; readonly reason: string; readonly althoughTheNodePaid?: true };

function addRelease(payment: Command): void {
  payment
    .command("release [id]")
    .description("let a payment go on that is on hold after a restore, or --all of them")
    .option("--all", "all payments on hold")
    .requiredOption("--reason <text>", "how you know that they were not paid; it is recorded")
    .option("--although-the-node-paid", "also when the node made a payment of the same amount that is not booked")
    .action((id: string | undefined, { all, reason, althoughTheNodePaid }: Release) =>
      withDatabase(async (session) => {
        if ((id === undefined) !== (all === true)) throw new InvalidInput("id", "must be named, or --all be given");
        const wanted = id === undefined ? undefined : uuid<PaymentId>("id", id);
        const released = await releasePayments(operating(session), {
          id: wanted,
          reason,
          despiteForeign: althoughTheNodePaid === true,
        });
        print(`${released.length} payments go on.`);
      }),
    );
}

function operating(session: Session) {
  const waiters = createPaymentWaiters(session.clock, () => undefined);
  return { ...session, log: commandLog(), waiters, reached: crashAt(undefined) };
}

/** @throws {InvalidInput} when `text` is not 64 hexadecimal digits. */
export function bytes32(option: string, text: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidInput(option, "must be 64 hexadecimal digits");
  return hexToBytes(text.toLowerCase());
}
