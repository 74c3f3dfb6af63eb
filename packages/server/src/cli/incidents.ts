import type { Command } from "commander";
import { closeIncident, closeIncidents, type IncidentId, listOpenIncidents } from "#incidents";
import { InvalidInput } from "#kernel/errors.ts";
import { uuid } from "#kernel/ids.ts";
import { listPendingPayments } from "#payments";
import { findProject, ProjectNotFound } from "#projects";
import { assignReceipt, endSuspended, listSuspended } from "#receiving";
import { findUserByAny } from "#users";
import { print, printTable } from "./output.ts";
import { commandLog, requireWallet, type Session, withDatabase, withNodeIfRunning } from "./session.ts";

const LIST_MAX = 1_000;

/** What an operator has to look at, and money that belongs to no wallet yet. */
export function addIncidentCommands(program: Command): void {
  const incident = program.command("incident").description("what you have to look at");
  incident
    .command("list")
    .description("list open incidents, oldest first")
    .action(() =>
      withDatabase(async ({ db }) => {
        const incidents = await listOpenIncidents(db, LIST_MAX);
        const rows = incidents.map(({ id, createdAt, kind, subjectKind, subject, detail }) => ({
          id,
          createdAt: createdAt.toISOString(),
          kind,
          about: `${subjectKind} ${subject}`,
          detail,
        }));
        printTable(rows, "There is no open incident.");
      }),
    );
  incident
    .command("close [id]")
    .description("close an incident that you have dealt with")
    .requiredOption("--reason <text>", "what you did; it is recorded")
    .option("--restored", "instead of an id: all of the kind `restored` whose payments wait for a restore no more")
    .action((id: string | undefined, { reason, restored }: { reason: string; restored?: true }) =>
      withDatabase(async (session) => {
        if ((id === undefined) === (restored === undefined))
          throw new InvalidInput("id", "must name an incident, or --restored be given: one of them");
        if (id === undefined) return await closeRestored(session, reason);
        await closeIncident(session, { id: uuid<IncidentId>("id", id), reason });
        print(`Incident ${id} is closed.`);
      }),
    );
  addSuspenseCommands(program);
}

const PENDING_MAX = 1_000_000;

/** What still waits stays open. */
async function closeRestored(session: Session, reason: string): Promise<void> {
  const openedBefore = session.clock.now(); // a restore that is opened meanwhile is another one
  const pending = await listPendingPayments(session.db, PENDING_MAX);
  const except = pending.flatMap(({ id, onHoldFor }) => (onHoldFor === undefined ? [] : [id]));
  const over = { kind: "restored", openedBefore, except, reason } as const;
  const closed = await closeIncidents({ ...session, log: commandLog() }, over);
  print(`${closed} incidents are closed. ${except.length} payments are on hold still, and theirs stay.`);
}

function addSuspenseCommands(program: Command): void {
  const suspense = program.command("suspense").description("receipts that no wallet could take");
  suspense
    .command("list")
    .description("list receipts whose money lies in suspense, oldest first")
    .action(() =>
      withDatabase(async ({ db }) => {
        const receipts = await listSuspended(db, LIST_MAX);
        const rows = receipts.map(({ id, settledAt, amount, paymentHash, flags }) => ({
          id,
          settledAt: settledAt.toISOString(),
          msats: String(amount),
          paymentHash: Buffer.from(paymentHash).toString("hex"),
          flags: flags.join(", "),
        }));
        printTable(rows, "No money lies in suspense.");
      }),
    );
  suspense
    .command("assign <receipt> <owner>")
    .description(
      "give the money of a receipt to the wallet of a project, named by name or id, or of a user, named by gamertag, e-mail address or id",
    )
    .requiredOption("--reason <text>", "how you know that it is theirs; it is recorded")
    .action((receipt: string, nameOrId: string, { reason }: { reason: string }) =>
      withDatabase(async (session) => {
        const { owner, wallet } = await requireOwner(session, nameOrId);
        await assignReceipt({ ...session, log: commandLog() }, { receipt: uuid("receipt", receipt), wallet, reason });
        print(`The money of receipt ${receipt} is in the wallet of ${owner}.`);
      }),
    );
  addSuspenseEnd(suspense);
}

function addSuspenseEnd(suspense: Command): void {
  suspense
    .command("end <receipt>")
    .description("end one that is for no wallet, by your decision: the node paid it to itself, or it is your own")
    .requiredOption(
      "--as <what>",
      "`moved`: the node has paid it itself, and no list has that payment: its channels hold so much less; `mine`: it is your own money",
    )
    .requiredOption("--reason <text>", "how you know; it is recorded")
    .action((text: string, { as, reason }: { as: string; reason: string }) =>
      withDatabase((session) =>
        withNodeIfRunning(session, async (node) => {
          if (as !== "moved" && as !== "mine") throw new InvalidInput("--as", "must be `moved` or `mine`");
          const receipt = uuid("receipt", text);
          await endSuspended({ ...session, node, log: commandLog() }, { receipt, as, reason });
          print(`Receipt ${receipt} is ended as ${as}.`);
        }),
      ),
    );
}

/** A project or a user. Of a name that both have, the operator has to say which one by its id. */
async function requireOwner({ db }: Session, text: string) {
  const [project, user] = [await findProject(db, text), await findUserByAny(db, text)];
  if (project !== undefined && user !== undefined)
    throw new InvalidInput("owner", `is a project (${project.id}) and a user (${user.id}): name it by its id`);
  if (project !== undefined) return { owner: `project ${project.name}`, wallet: await requireWallet(db, project) };
  if (user === undefined) throw new ProjectNotFound(text);
  return { owner: `user ${user.gamertag}`, wallet: await requireWallet(db, user) };
}
