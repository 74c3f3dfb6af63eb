import { hexToBytes } from "@noble/hashes/utils.js";
import type { Command } from "commander";
import { InvalidInput } from "#kernel/errors.ts";
import { type PaymentId, uuid } from "#kernel/ids.ts";
import { msats, parseMsats } from "#kernel/money.ts";
import {
  createPaymentWaiters,
  type EndByHand,
  endByHand,
  listAttempts,
  listPendingPayments,
  type Payment,
  releasePayments,
} from "#payments";
import { crashAt } from "#platform/machine/crash.ts";
import { print, printTable } from "./output.ts";
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
  addEnd(payment);
  addRelease(payment);
}

async function listPending({ db }: Session): Promise<void> {
  const pending = await listPendingPayments(db, LIST_MAX);
  printTable(
    pending.map(({ id, createdAt, amount, destination, progress, heldFor }) => ({
      id,
      createdAt: createdAt.toISOString(),
      msats: String(amount),
      to: recipientOf(destination),
      state: heldFor === undefined ? progress.kind : `${progress.kind}, held for ${heldFor}`,
      detail: "detail" in progress ? progress.detail : undefined,
    })),
    "No payment is pending.",
  );
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
  }
}

const INVOICE_SHOWN = 24;

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
    .option("--although-the-node-is-silent", "for `failed`: take the risk that the node has paid it")
    .action((id: string, options: EndOptions) =>
      withDatabase((session) =>
        withNodeIfRunning(session, async (node) => {
          const ended = await endByHand(
            { ...operating(session), node },
            {
              id: uuid<PaymentId>("id", id),
              reason: options.reason,
              as: outcomeOf(options),
              despiteSilence: options.althoughTheNodeIsSilent === true,
            },
          );
          print(`Payment ${ended.id} is ${ended.progress.kind}.`);
        }),
      ),
    );
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
    .description("let a payment go on that is held after a restore, or --all of them")
    .option("--all", "all held payments")
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
