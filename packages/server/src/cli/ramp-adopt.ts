import type { Command } from "commander";
import { InvalidInput } from "#kernel/errors.ts";
import { decimalOf } from "#kernel/fiat.ts";
import { uuid, type WalletId } from "#kernel/ids.ts";
import { parseMsats } from "#kernel/money.ts";
import { findProject, ProjectNotFound } from "#projects";
import { findLostSince } from "#restore";
import { readLostPurchase, type ToldByJournal } from "#service/lost-purchase.ts";
import { openRates } from "#service/open-rates.ts";
import { findUserByAny, UserNotFound } from "#users";
import { JOURNAL_OPTION, placeOf, withNodeIfItAnswers } from "./import-journal.ts";
import { print, printTable } from "./output.ts";
import { type RampSession, withRamp } from "./ramp-session.ts";
import { commandLog } from "./session.ts";

type Options = {
  readonly deliver?: true;
  readonly refund?: true;
  readonly reason: string;
  readonly to?: string;
  readonly toWallet?: string;
  readonly user?: string;
  readonly project?: string;
  readonly msats?: string;
  readonly journal?: readonly string[];
  readonly althoughTheNodePaid?: true;
  readonly althoughThePriceDiffers?: true;
};

/** `ramp adopt`: what a card has paid for a purchase that was lost with a copy is delivered, or given back. */
export function addAdoptCommand(ramp: Command): void {
  ramp
    .command("adopt <reference>")
    .description("end a payment at the processor whose purchase was lost with a copy, named as the processor does")
    .option("--deliver", "deliver what it bought: the purchase is written again, under its id")
    .option("--refund", "give it back; what was only authorized is cancelled")
    .requiredOption("--reason <text>", "how you know; it is recorded")
    .option("--to-wallet <id>", "to deliver to this wallet; otherwise to that of the journal")
    .option("--to <address>", "to deliver to this Lightning address")
    .option("--user <user>", "who bought it, where the journal does not say: gamertag, e-mail address or id")
    .option("--project <project>", "the project that sold it, where the journal does not say")
    .option("--msats <amount>", "how much was bought, where the journal does not say")
    .option("--although-the-node-paid", "payments of the node are not explained, and you know that none delivered it")
    .option(
      "--although-the-price-differs",
      "for `--msats`: it is right, although it is not what the card's money buys now",
    )
    .option(...JOURNAL_OPTION)
    .action((reference: string, options: Options) => withRamp((session) => adopt(session, reference, options)));
}

async function adopt(session: RampSession, reference: string, options: Options): Promise<void> {
  if ((options.deliver === true) === (options.refund === true))
    throw new InvalidInput("--deliver", "must be given, or --refund: one of them");
  if (options.to !== undefined && options.toWallet !== undefined)
    throw new InvalidInput("--to", "must not be given with --to-wallet");
  await withNodeIfItAnswers(session, async (node) => {
    const { ramp } = session;
    const processor = await ramp.openProcessor({ ...session, log: commandLog() });
    const told = await readTold(session, (await processor.get(reference)).purchaseId, options.journal);
    const { reason, althoughTheNodePaid: despiteUnexplained = false } = options;
    const { althoughThePriceDiffers: despitePrice = false } = options;
    const rates = await openRates({ ...session, log: commandLog() });
    const amount = options.msats === undefined ? undefined : parseMsats(options.msats, "--msats");
    const stray = { reference, reason, told, amount, despiteUnexplained, despitePrice };
    if (options.refund) {
      print(GIVEN_BACK[await ramp.refundStray({ ...session, processor, rates, node }, stray)]);
      return;
    }
    const routeReserve = node && ramp.routeReserveOf(session.config, node);
    const named = await readNamed(session, options);
    const id = await ramp.deliverStray({ ...session, processor, rates, node, routeReserve }, { ...stray, named });
    print(`Purchase ${id} is here again, and is delivered now. \`npm run leyden -- ramp show ${id}\` shows it.`);
  });
}

const GIVEN_BACK = {
  refunded: "The card has its money back.",
  pending: "The processor gives the money back. Run this again to see its end.",
  canceled: "Nothing was taken: the authorization is cancelled.",
} as const;

async function readTold(
  session: RampSession,
  purchaseId: string | undefined,
  folders: readonly string[] | undefined,
): Promise<ToldByJournal["told"]> {
  const { told, report } = await readLostPurchase(session, placeOf(session, folders), purchaseId ?? "");
  if (!report.isWhole)
    print("The journal is not whole: what else left is not known. Name all its folders with --journal.");
  return told;
}

async function readNamed({ db }: RampSession, { to, toWallet, user, project }: Options) {
  const named = user === undefined ? undefined : await findUserByAny(db, user);
  if (user !== undefined && named === undefined) throw new UserNotFound("e-mail address, gamertag or id");
  const seller = project === undefined ? undefined : await findProject(db, project);
  if (project !== undefined && seller === undefined) throw new ProjectNotFound(project);
  return {
    destination: to,
    walletId: toWallet === undefined ? undefined : uuid<WalletId>("--to-wallet", toWallet),
    userId: named?.id,
    projectId: seller?.id,
  };
}

/** `ramp list --unknown`: payments at the processor whose purchase this database does not have. */
export async function listUnknown({ ramp, ...session }: RampSession, since: string | undefined): Promise<void> {
  const lostSince = (openedAfter: Date) => findLostSince(session.db, openedAfter);
  const from = since === undefined ? await ramp.lookBackFrom({ ...session, lostSince }) : new Date(since);
  if (Number.isNaN(from.getTime())) throw new InvalidInput("--since", "must be a time such as 2026-07-01T00:00:00Z");
  const processor = await ramp.openProcessor({ ...session, log: commandLog() });
  const strays = await ramp.listStrays({ ...session, processor }, from);
  printTable(
    strays.map(({ reference, purchaseId, state, amount, currency, refund, dispute }) => ({
      reference,
      purchase: purchaseId,
      state,
      paid: `${decimalOf(amount)} ${currency}`,
      refund,
      dispute,
    })),
    "The processor has no payment whose purchase is not here.",
  );
  if (strays.length > 0)
    print('To end one: `npm run leyden -- ramp adopt <reference> --deliver`, or `--refund`, with `--reason "…"`.');
}
