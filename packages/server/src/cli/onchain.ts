import type { Command } from "commander";
import { InvalidInput } from "#kernel/errors.ts";
import { type PaymentId, uuid } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import type { LightningNode } from "#lightning";
import {
  type Bump,
  bumpOnchain,
  findChildren,
  listUnderWay,
  type OnchainChild,
  planBump,
  publishAgain,
} from "#onchain";
import { requireNode } from "./node-show.ts";
import { print, printTable } from "./output.ts";
import { commandLog, type Session, withDatabase, withNodeIfRunning } from "./session.ts";

const LIST_MAX = 1_000;
const SAT = 1_000n;

/** Payments to addresses of the chain. */
export function addOnchainCommands(program: Command): void {
  const onchain = program.command("onchain").description("payments to addresses of the chain that wait for a block");
  onchain
    .command("list")
    .description(`list those that are under way, oldest first, with what raises their fees; at most ${LIST_MAX}`)
    .action(() => withDatabase(list));
  onchain
    .command("bump <payment>")
    .description(
      "raise the fee of one that does not confirm, by a child that spends its change (CPFP); the cost is yours",
    )
    .requiredOption("--max-cost <sat>", "the most that the child may cost")
    .option("--rate <sat>", "what both together are to pay for a virtual byte; otherwise what the node names now")
    .option("--yes", "do it; without it only the cost is shown")
    .action((id: string, options: BumpOptions) =>
      withDatabase((session) => withNodeIfRunning(session, (node) => bump(session, node, id, options))),
    );
}

export type BumpOptions = { readonly maxCost: string; readonly rate?: string; readonly yes?: true };

async function list({ db }: Pick<Session, "db">): Promise<void> {
  const payments = await listUnderWay(db, LIST_MAX);
  const children = await findChildren(
    db,
    payments.map(({ id }) => id),
  );
  printTable(
    payments.map(({ id, amount, fee, txid, createdAt }) => {
      const child = children.get(id);
      return {
        payment: id,
        sat: String(amount / SAT),
        fee: String(fee / SAT),
        since: createdAt.toISOString(),
        transaction: txid,
        child: child?.txid,
        "cost of the child": child && String(child.cost / SAT),
        "state of the child": child?.progress.kind,
      };
    }),
    "No payment to an address is under way.",
  );
}

/** `leyden onchain bump`. */
export async function bump(
  session: Pick<Session, "db" | "batch" | "clock" | "random">,
  found: LightningNode | undefined,
  text: string,
  options: BumpOptions,
): Promise<void> {
  const id = uuid<PaymentId>("payment", text);
  const maxCost = sats(wholeSats("--max-cost", options.maxCost));
  const rate = options.rate === undefined ? undefined : wholeSats("--rate", options.rate) * SAT;
  const deps = { ...session, node: requireNode(found), log: commandLog(), reached: () => undefined };
  const plan = await planBump(deps, { id, maxCost, rate });
  if ("paymentId" in plan) {
    printChild(await publishAgain(deps, id));
    return print("A payment has one child: its fee is not raised again.");
  }
  printPlan(plan);
  if (options.yes === undefined) return print("Nothing was done. Run it again with `--yes`.");
  printChild(await bumpOnchain(deps, plan, { maxCost }));
}

function printPlan({ payment, plan, change, rate }: Bump): void {
  print(`Transaction ${payment.txid} pays miners ${payment.fee / SAT} sat.`);
  print(
    `A child of its change (${change / SAT} sat) lifts both to ${rate / SAT}.${String(rate % SAT).padStart(3, "0")} ` +
      `sat for a virtual byte: about ${plan.cost / SAT} sat more, which are yours to pay.`,
  );
}

type Published = { readonly child: OnchainChild; readonly published: "taken" | "refused" | undefined };

const SAYS: Readonly<Record<"taken" | "refused" | "unknown", string>> = {
  taken: "The node has published it.",
  refused: "The node does not take it now: the service publishes it again.",
  unknown: "It was not published by this command: the service publishes it.",
};

function printChild({ child: { txid, cost, progress }, published }: Published): void {
  print(`The child is ${txid}, for ${cost / SAT} sat, which are booked as a cost of the chain.`);
  if (progress.kind === "dispatched") print(SAYS[published ?? "unknown"]);
  else if (progress.kind === "confirmed") print("It is in the chain.");
  else print("It can never confirm, and its cost was given back.");
}

const SATS = /^[1-9][0-9]{0,9}$/;

function wholeSats(name: string, text: string): bigint {
  if (!SATS.test(text)) throw new InvalidInput(name, "must be a whole number of sat above zero");
  return BigInt(text);
}
