import type { Command } from "commander";
import { InvalidInput } from "#kernel/errors.ts";
import { acceptPast, adoptPayment, findNode, findPast } from "#lightning";
import { type Ask, askAt } from "#supervisor/first-node.ts";
import { print } from "./output.ts";
import { bytes32 } from "./payments.ts";
import { type Session, withDatabase } from "./session.ts";

/** What the node has had or done without us is the operator's own. */
export function addAdoptCommand(node: Command): void {
  node
    .command("adopt [hash]")
    .description(
      "show what a node has before its first start, and say that it is your own: money, channels, payments, paid " +
        "invoices. With a hash: a payment that the node made without us; it is booked as your loss when it has its outcome",
    )
    .option(
      "--reason <text>",
      "why it is your own; it is recorded. Without a hash and a reason you are shown and asked",
    )
    .action((hash: string | undefined, { reason }: { reason?: string }) =>
      withDatabase((session) =>
        hash === undefined
          ? adoptPast(session, { reason, ask: askAt({ input: process.stdin, output: process.stdout }) })
          : adoptOne(session, { hash, reason }),
      ),
    );
}

type AdoptPast = {
  readonly reason: string | undefined;
  /** Undefined without a terminal. */
  readonly ask: Ask | undefined;
};

/** Shows what the last start found in the node, and records the operator's yes to just that. */
export async function adoptPast(session: Session, { reason, ask }: AdoptPast): Promise<void> {
  const found = await findPast(session.db);
  if (found !== undefined) {
    print(`Found at ${found.foundAt.toISOString()}:`);
    for (const line of found.shown) print(`  ${line}`);
  }
  if (found?.acceptedAt !== undefined)
    return print(`You said yes at ${found.acceptedAt.toISOString()}: ${found.reason}`);
  const isWaiting = found !== undefined && (await findNode(session.db)) === undefined;
  if (!isWaiting && reason === undefined) return print(NOTHING_WAITS);
  const given = reason ?? (await ask?.(QUESTION, new AbortController().signal))?.trim() ?? "";
  if (given === "")
    return print('Nothing was changed. Is all of this your own: `npm run leyden -- node adopt --reason "…"`.');
  await acceptPast(session, { reason: given, foundAt: found?.foundAt });
  print("It is recorded that this is your own. `npm start` connects the node, and books what it holds as your money.");
}

const QUESTION = "Is all of this your own? Then type why; it is recorded. Enter alone changes nothing: ";
const NOTHING_WAITS =
  "No node waits for your yes to what it has. A payment that the node made without us: `leyden node foreign` lists " +
  "them, `leyden node adopt <hash>` adopts one.";

type AdoptOne = { readonly hash: string; readonly reason: string | undefined };

async function adoptOne(session: Session, { hash, reason }: AdoptOne): Promise<void> {
  if (reason === undefined) throw new InvalidInput("--reason", "is required: say why the payment was made");
  await adoptPayment(session, { paymentHash: bytes32("hash", hash), reason });
  print(`Payment ${hash} is adopted. The service books it as your loss when it has its outcome.`);
}
