import type { Command } from "commander";
import { InvalidInput } from "#kernel/errors.ts";
import { decimalOf } from "#kernel/fiat.ts";
import { uuid } from "#kernel/ids.ts";
import type { Purchase, PurchaseId } from "#service/load-ramp.ts";
import { findUserByAny, UserNotFound } from "#users";
import { print, printJson, printTable } from "./output.ts";
import { requireProject } from "./project-settings.ts";
import { addAdoptCommand, listUnknown } from "./ramp-adopt.ts";
import { type RampSession, withRamp } from "./ramp-session.ts";

const LIST_MAX = 1_000;

/** Bitcoin that people buy with cards. */
export function addRampCommands(program: Command): void {
  const ramp = program.command("ramp").description("bitcoin that people buy with cards");
  ramp
    .command("origins <project> [origins...]")
    .description(
      "say which sites may show the widget of a project, such as https://shop.example, in place of those before; without sites: show them",
    )
    .option("--none", "no site may")
    .action((nameOrId: string, origins: string[], { none }: { none?: true }) =>
      withRamp((session) => (none || origins.length > 0 ? set(session, nameOrId, origins) : show(session, nameOrId))),
    );
  ramp
    .command("list")
    .description(
      `list purchases that you have to look at: their refund failed, they are disputed, on hold, or have not gone on for a day; oldest first, at most ${LIST_MAX}`,
    )
    .option("--all", `all that were begun, newest first, at most ${LIST_MAX}`)
    .option("--unknown", "payments at the processor whose purchase this database does not have (after a restore)")
    .option("--since <time>", "for `--unknown`: from when; otherwise a day before the copy was made")
    .action(({ all, unknown, since }: { all?: true; unknown?: true; since?: string }) =>
      withRamp((session) => (unknown ? listUnknown(session, since) : list(session, all === true))),
    );
  addAdoptCommand(ramp);
  ramp
    .command("show <purchase>")
    .description(
      "show a purchase as JSON with all that it takes to end it; named by its number or id, its session, its payment or the processor's reference",
    )
    .action((name: string) => withRamp((session) => showPurchase(session, name)));
  ramp
    .command("refunded <purchase>")
    .description("write down that you have given the money of a purchase back, because the processor could not")
    .requiredOption("--reason <text>", "what you did; it is recorded")
    .option(
      "--although-it-waits",
      "its refund has not failed: it waits for a processor that is not set any more, and you know that it gives nothing back",
    )
    .action((text: string, { reason, althoughItWaits }: { reason: string; althoughItWaits?: true }) =>
      withRamp(async ({ ramp, ...session }) => {
        const id = uuid<PurchaseId>("purchase", text);
        const ended = { id, reason, isGivenUp: althoughItWaits === true };
        const set = await ramp.findSetProcessor(session);
        await ramp.endRefundByHand({ ...session, processor: () => set, reached: () => undefined }, ended);
        print(`Purchase ${id} is refunded.`);
      }),
    );
  ramp
    .command("seen <purchase>")
    .description(
      "write down what the dashboard of a processor that is not set any more shows of an authorized purchase, so that it ends",
    )
    .requiredOption(
      "--as <state>",
      "`canceled`: the authorization was given up or has expired, and nothing was taken; `captured`: the card has paid",
    )
    .requiredOption("--reason <text>", "what you have seen; it is recorded")
    .action((text: string, { as, reason }: { as: string; reason: string }) =>
      withRamp((session) => endAuthorized(session, text, as, reason)),
    );
  ramp
    .command("lift <user>")
    .description("let a user buy again, named by gamertag, e-mail address or id, whose identity was rejected")
    .requiredOption("--reason <text>", "why; it is recorded")
    .action((text: string, { reason }: { reason: string }) => withRamp((session) => lift(session, text, reason)));
}

async function endAuthorized({ ramp, ...session }: RampSession, text: string, as: string, reason: string) {
  const id = uuid<PurchaseId>("purchase", text);
  const seen = ramp.SEEN.find((known) => known === as);
  if (seen === undefined) throw new InvalidInput("--as", `must be one of ${ramp.SEEN.join(", ")}`);
  const set = await ramp.findSetProcessor(session);
  await ramp.endAuthorization({ ...session, processor: () => set, reached: () => undefined }, { id, seen, reason });
  print(
    seen === "canceled"
      ? `Purchase ${id} has failed: nothing was taken.`
      : `Purchase ${id} is captured. After a day it waits for a refund: \`ramp refunded ${id} --although-it-waits\`.`,
  );
}

async function set(session: RampSession, nameOrId: string, origins: readonly string[]): Promise<void> {
  const { id, name } = await requireProject(session, nameOrId);
  await session.ramp.changeOrigins(session, { projectId: id, origins });
  print(`${origins.length === 0 ? "No site" : origins.join(", ")} may show the widget of ${name}.`);
}

async function show(session: RampSession, nameOrId: string): Promise<void> {
  const { id } = await requireProject(session, nameOrId);
  const origins = await session.ramp.findOrigins(session.db, id);
  print(origins.length === 0 ? "No other site may show the widget." : origins.join("\n"));
}

/** A purchase that has not gone on for so long is listed. */
export const STUCK_MS = 24 * 3_600_000;

async function list({ db, ramp, clock }: RampSession, all: boolean): Promise<void> {
  const before = new Date(clock.now().getTime() - STUCK_MS);
  const stuck = all
    ? await ramp.listBegunPurchases(db, LIST_MAX)
    : await ramp.listStuckPurchases(db, { before, limit: LIST_MAX });
  printTable(
    stuck.map(({ id, progress, quote, changedAt }) => ({
      id,
      state: progress.kind,
      paid: `${decimalOf(quote.source)} ${quote.currency}`,
      msats: String(quote.amount),
      since: changedAt.toISOString(),
      detail: "detail" in progress ? progress.detail : undefined,
    })),
    all ? "No purchase was begun." : "No purchase waits for you.",
  );
}

async function showPurchase({ db, ramp }: RampSession, name: string): Promise<void> {
  const purchase = await ramp.findPurchaseNamed(db, name.trim());
  if (purchase === undefined) throw new ramp.PurchaseNotFound();
  printJson(Object.assign(shown(purchase), await ramp.findDossier(db, purchase)));
}

function shown({ id, sessionId, projectId, userId, quote, progress, ...rest }: Purchase) {
  const { kind: state, ...known } = progress;
  const delivery = "delivery" in known ? known.delivery : undefined;
  return {
    id,
    sessionId,
    projectId,
    userId,
    state,
    destination: rest.destination,
    paid: decimalOf(quote.source),
    currency: quote.currency,
    fee: decimalOf(quote.fee),
    msats: quote.amount,
    networkFeeMsats: quote.networkFee ?? null,
    processor: rest.processor,
    card: rest.card ?? null,
    declines: rest.declines,
    createdAt: rest.createdAt,
    changedAt: rest.changedAt,
    ...known,
    delivery: undefined,
    paymentId: delivery?.paymentId ?? null,
  };
}

async function lift(session: RampSession, text: string, reason: string): Promise<void> {
  const user = await findUserByAny(session.db, text);
  if (user === undefined) throw new UserNotFound("e-mail address, gamertag or id");
  await session.ramp.liftRejection(session, { userId: user.id, reason });
  print(`${user.gamertag} may buy again, and show the identity anew.`);
}
