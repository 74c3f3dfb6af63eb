import type { Command } from "commander";
import { decimalOf } from "#kernel/fiat.ts";
import { uuid } from "#kernel/ids.ts";
import { findProject, ProjectNotFound } from "#projects";
import {
  changeOrigins,
  endRefundByHand,
  findOrigins,
  findPurchase,
  findTxid,
  liftRejection,
  listStuckPurchases,
  type Purchase,
  type PurchaseId,
  PurchaseNotFound,
} from "#ramp";
import { findUserByAny, UserNotFound } from "#users";
import { print, printJson, printTable } from "./output.ts";
import { type Session, withDatabase } from "./session.ts";

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
      withDatabase((session) =>
        none || origins.length > 0 ? set(session, nameOrId, origins) : show(session, nameOrId),
      ),
    );
  ramp
    .command("list")
    .description(
      `list purchases that you have to look at: their refund failed, they are disputed or on hold; oldest first, at most ${LIST_MAX}`,
    )
    .action(() => withDatabase(list));
  ramp
    .command("show <purchase>")
    .description("show a purchase as JSON")
    .action((text: string) => withDatabase((session) => showPurchase(session, uuid<PurchaseId>("purchase", text))));
  ramp
    .command("refunded <purchase>")
    .description("write down that you have given the money of a purchase back, because the processor could not")
    .requiredOption("--reason <text>", "what you did; it is recorded")
    .action((text: string, { reason }: { reason: string }) =>
      withDatabase(async (session) => {
        const id = uuid<PurchaseId>("purchase", text);
        await endRefundByHand({ ...session, reached: () => undefined }, { id, reason });
        print(`Purchase ${id} is refunded.`);
      }),
    );
  ramp
    .command("lift <user>")
    .description("let a user buy again, named by gamertag, e-mail address or id, whose identity was rejected")
    .requiredOption("--reason <text>", "why; it is recorded")
    .action((text: string, { reason }: { reason: string }) => withDatabase((session) => lift(session, text, reason)));
}

async function set(session: Session, nameOrId: string, origins: readonly string[]): Promise<void> {
  const { id, name } = await requireProject(session, nameOrId);
  await changeOrigins(session, { projectId: id, origins });
  print(`${origins.length === 0 ? "No site" : origins.join(", ")} may show the widget of ${name}.`);
}

async function show(session: Session, nameOrId: string): Promise<void> {
  const { id } = await requireProject(session, nameOrId);
  const origins = await findOrigins(session.db, id);
  print(origins.length === 0 ? "No other site may show the widget." : origins.join("\n"));
}

async function list({ db }: Session): Promise<void> {
  const stuck = await listStuckPurchases(db, LIST_MAX);
  printTable(
    stuck.map(({ id, state, quote, changedAt, detail }) => ({
      id,
      state,
      paid: `${decimalOf(quote.source)} ${quote.currency}`,
      msats: String(quote.amount),
      since: changedAt.toISOString(),
      detail,
    })),
    "No purchase waits for you.",
  );
}

async function showPurchase({ db }: Session, id: PurchaseId): Promise<void> {
  const purchase = await findPurchase(db, id);
  if (purchase === undefined) throw new PurchaseNotFound();
  printJson({ ...shown(purchase), txid: (await findTxid(db, purchase)) ?? null });
}

function shown({ id, sessionId, projectId, userId, state, quote, destination, ...rest }: Purchase) {
  const { processor, reference, card, declines, delivery, failureCode, detail, heldUntil } = rest;
  return {
    ...{ id, sessionId, projectId, userId, state, destination },
    ...{ paid: decimalOf(quote.source), currency: quote.currency, fee: decimalOf(quote.fee), msats: quote.amount },
    networkFeeMsats: quote.networkFee ?? null,
    ...{ processor, reference: reference ?? null, card: card ?? null, declines },
    ...{ paymentId: delivery?.paymentId ?? null, failureCode: failureCode ?? null, detail: detail ?? null },
    ...{ heldUntil: heldUntil?.toISOString() ?? null, createdAt: rest.createdAt.toISOString() },
    ...{ changedAt: rest.changedAt.toISOString(), endedAt: rest.endedAt?.toISOString() ?? null },
  };
}

async function lift(session: Session, text: string, reason: string): Promise<void> {
  const user = await findUserByAny(session.db, text);
  if (user === undefined) throw new UserNotFound("e-mail address, gamertag or id");
  await liftRejection(session, { userId: user.id, reason });
  print(`${user.gamertag} may buy again, and show the identity anew.`);
}

async function requireProject({ db }: Session, nameOrId: string) {
  const project = await findProject(db, nameOrId);
  if (project === undefined) throw new ProjectNotFound(nameOrId);
  return project;
}
