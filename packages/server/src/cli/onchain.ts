import type { Command } from "commander";
import { InvalidInput } from "#kernel/errors.ts";
import { type PaymentId, uuid } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import type { LightningNode } from "#lightning";
import {
  type Bump,
  bumpOnchain,
  type EndOnchain,
  endOnchain,
  findChildren,
  listUnderWay,
  type OnchainChild,
  type OnchainRisk,
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
  onchain
    .command("end <payment>")
    .description("end one whose transaction a former node built, by your decision, when this node sees no block of it")
    .requiredOption(
      "--as <outcome>",
      "`completed`: it is in the chain; `failed`: it never will be, and its money goes back",
    )
    .requiredOption("--reason <text>", "how you know; it is recorded")
    .option("--child", "end the child that raises its fee instead")
    .option("--without-proof", "for `completed`: take the risk that it is in no block")
    .option("--although-it-may-confirm", "for `failed`: take the risk that it confirms, and is your loss")
    .action((id: string, options: EndOptions) =>
      withDatabase((session) => withNodeIfRunning(session, (node) => end(session, node, id, options))),
    );
}

export type EndOptions = {
  readonly as: string;
  readonly reason: string;
  readonly child?: true;
  readonly withoutProof?: true;
  readonly althoughItMayConfirm?: true;
};

/** `leyden onchain end`. */
export async function end(
  session: Pick<Session, "db" | "batch" | "clock" | "random" | "journal">,
  node: LightningNode | undefined,
  text: string,
  { as, reason, child, withoutProof, althoughItMayConfirm }: EndOptions,
): Promise<void> {
  if (as !== "completed" && as !== "failed") throw new InvalidInput("--as", "must be `completed` or `failed`");
  const id = uuid<PaymentId>("payment", text);
  const despite: OnchainRisk[] = [];
  if (withoutProof) despite.push("no_proof");
  if (althoughItMayConfirm) despite.push("may_confirm");
  const what: EndOnchain["what"] = child ? "child" : "payment";
  const txid = await endOnchain({ ...session, node, log: commandLog() }, { id, what, as, reason, despite });
  print(`The ${what} is ${as}. Transaction ${txid} is looked at no more.`);
}

export type BumpOptions = { readonly maxCost: string; readonly rate?: string; readonly yes?: true };

async function list({ db }: Pick<Session, "db">): Promise<void> {
  const payments = await listUnderWay(db, LIST_MAX);
  const children = await findChildren(
    db,
    payments.map(({ id }) => id),
  );
  printTable(
    payments.map(({ id, amount, fee, txid, createdAt, isAtFormerNode }) => {
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
        node: isAtFormerNode ? "a former one" : undefined,
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
