import { hexToBytes } from "@noble/hashes/utils.js";
import type { Command } from "commander";
import { auditCommand } from "#audit";
import { InvalidInput } from "#kernel/errors.ts";
import { type PaymentId, uuid } from "#kernel/ids.ts";
import { msats, parseMsats } from "#kernel/money.ts";
import { resumeSending } from "#ledger";
import { adoptPayment, listForeign, reconcileNode } from "#lightning";
import { createEndings, resolveByHand } from "#payments";
import { createLog } from "#platform/log.ts";
import { crashAt } from "#platform/machine/crash.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { allInvariants } from "#service/invariants.ts";
import { print, printTable } from "./output.ts";
import { type Session, withDatabase, withNodeIfRunning } from "./session.ts";

/** What only an operator may decide: payments that the node can no longer speak of, and payments that are not ours. */
export function addOperatorCommands(program: Command): void {
  addResolve(program);
  addReconcile(program);
  addNode(program);
}

type Resolve = { as: string; because: string; preimage?: string; fee: string };

function addResolve(program: Command): void {
  program
    .command("payment")
    .description("payments that only a person can end")
    .command("resolve <id>")
    .description("end a payment on your word, when the node can no longer say what became of it")
    .requiredOption("--as <end>", "`completed` or `failed`; failed gives the money back")
    .requiredOption("--because <reason>", "how you know; it is recorded")
    .option("--preimage <hex>", "proof of payment, when you have it")
    .option("--fee <msats>", "what the route took, for `completed`", "0")
    .action((id: string, options: Resolve) =>
      withDatabase(async (session) => {
        const payment = await resolveByHand(resolving(session), {
          id: uuid<PaymentId>("id", id),
          because: options.because,
          end: endOf(options),
        });
        print(`Payment ${payment.id} is ${payment.progress.kind}.`);
      }),
    );
}

function endOf({ as, preimage, fee }: Resolve): Parameters<typeof resolveByHand>[1]["end"] {
  if (as === "failed") return { kind: "failed" };
  if (as !== "completed") throw new InvalidInput("as", "must be `completed` or `failed`");
  return {
    kind: "completed",
    fee: fee === "0" ? msats(0n) : parseMsats(fee, "fee"),
    preimage: preimage === undefined ? undefined : bytes("preimage", preimage),
  };
}

function addReconcile(program: Command): void {
  program
    .command("reconcile")
    .description("book what the node paid without us (after a restore), audit, and let payments go out again")
    .requiredOption("--because <reason>", "what happened; it is recorded with every booking")
    .action(({ because }: { because: string }) =>
      withDatabase(async (session) => {
        const { results, audit } = await withNodeIfRunning(session, async (node) => {
          if (node === undefined)
            throw new OperatorError(
              "the Lightning node is not running",
              "Start it with `npm start`, then run this in another terminal.",
            );
          const results = await reconcileNode({ ...session, node }, { because });
          return { results, audit: await auditCommand({ db: session.db, invariants: allInvariants, node }) };
        });
        for (const { payment, outcome } of results)
          print(`${hex(payment.paymentHash)}  ${payment.amount} msats  ${outcome}`);
        if (results.some(({ outcome }) => outcome === "open"))
          throw new OperatorError(
            "the node cannot tell yet how some payments ended",
            "Run this again when it can; sending stays paused.",
          );
        for (const line of audit.lines) print(line);
        if (!audit.ok)
          throw new OperatorError("the audit is not green", "Sending stays paused. Look at the lines above.");
        await resumeSending(session);
        print("Everything is booked. Payments go out again.");
      }),
    );
}

function addNode(program: Command): void {
  const node = program.command("node").description("the Lightning node and what it did without us");
  node
    .command("foreign")
    .description("list payments of the node that no payment of ours explains and that are not booked")
    .action(() =>
      withDatabase(async ({ db }) => {
        const foreign = await listForeign(db);
        printTable(
          foreign.map(({ paymentHash, amount, foundAt, because }) => ({
            paymentHash: hex(paymentHash),
            amount: String(amount),
            foundAt: foundAt.toISOString(),
            because: because ?? undefined,
          })),
          "Every payment of the node is ours.",
        );
      }),
    );
  node
    .command("adopt <hash>")
    .description("take on a payment that the node made without us; `reconcile` then books it")
    .requiredOption("--because <reason>", "why it was made")
    .action((hash: string, { because }: { because: string }) =>
      withDatabase(async (session) => {
        await adoptPayment(session, { paymentHash: bytes("hash", hash), because });
        print(`Payment ${hash} is adopted. Run \`npm run leyden -- reconcile --because …\` to book it.`);
      }),
    );
}

function resolving(session: Session) {
  return {
    ...session,
    log: createLog({ level: "warn", pretty: true, destination: process.stderr }),
    endings: createEndings(session.clock, () => undefined),
    reached: crashAt(undefined),
  };
}

function bytes(field: string, text: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidInput(field, "must be 64 hexadecimal digits");
  return hexToBytes(text.toLowerCase());
}

function hex(value: Uint8Array): string {
  return Buffer.from(value).toString("hex");
}
