import type { Command } from "commander";
import { auditCommand } from "#audit";
import { InvalidInput } from "#kernel/errors.ts";
import { type Lift, liftWhenOver, listPauses, PAUSE_KINDS, type PauseKind, pauseSending, resumeSending } from "#ledger";
import { OperatorError } from "#platform/operator-error.ts";
import { allInvariants } from "#service/invariants.ts";
import { print, printJson, printTable } from "./output.ts";
import { type Session, withDatabase, withNodeIfRunning } from "./session.ts";

/** Those that `resume` lifts; of the others it says what ends them. */
const KINDS = "`operator`, `audit`, `node_short` or `node_went_back`";

export function addMoneyCommands(program: Command): void {
  addAudit(program);
  program
    .command("pause")
    .description("stop sending in every process; receiving and what is pending go on")
    .requiredOption("--reason <text>", "why, for the record")
    .action(({ reason }: { reason: string }) =>
      withDatabase(async (session) => {
        const isNew = await pauseSending(session, { kind: "operator", reason });
        print(
          isNew
            ? "Sending is paused. No further payment leaves."
            : "You paused sending before; the first reason stays.",
        );
      }),
    );
  program
    .command("pauses")
    .description("list why sending is paused")
    .action(() =>
      withDatabase(async ({ db }) => {
        const rows = (await listPauses(db)).map(({ kind, reason, since }) => ({
          kind,
          since: since.toISOString(),
          reason,
        }));
        printTable(rows, "Sending is not paused.");
      }),
    );
  program
    .command("resume")
    .description("lift a pause; sending goes on when no other kind holds")
    .option("--kind <kind>", KINDS, "operator")
    .action(({ kind }: { kind: string }) =>
      withDatabase(async (session) => {
        print(LIFTS[await lift(session, kindOf(kind))](kind));
        const left = await listPauses(session.db);
        if (left.length > 0) print(`Sending stays paused: ${left.map((pause) => pause.kind).join(", ")}.`);
      }),
    );
}

function addAudit(program: Command): void {
  program
    .command("audit")
    .description(
      "recompute every balance and the hash chain, compare with the node; one line an invariant, status 1 when one is broken",
    )
    .option("--json", "print JSON")
    .action(({ json }: { json?: true }) =>
      withDatabase(async (session) => {
        const { lines, found, ok } = await audit(session, { lists: true });
        if (json) printJson(found);
        else for (const line of lines) print(line);
        process.exitCode = ok ? 0 : 1;
      }),
    );
}

/** Checks every invariant, with the node when it runs; its lists only where they are asked for. */
export async function audit(session: Session, { lists = false } = {}): ReturnType<typeof auditCommand> {
  const { db, clock } = session;
  const invariants = await allInvariants(clock);
  return await withNodeIfRunning(session, (node) => auditCommand({ db, clock, invariants, node, lists }));
}

function kindOf(text: string): PauseKind {
  const kind = PAUSE_KINDS.find((known) => known === text);
  if (kind === undefined) throw new InvalidInput("--kind", `must be one of ${PAUSE_KINDS.join(", ")}`);
  return kind;
}

const LIFTS: Readonly<Record<Exclude<Lift, "not_over">, (kind: string) => string>> = {
  lifted: (kind) => `The pause of kind ${kind} is lifted.`,
  was_not_set: (kind) => `There was no pause of kind ${kind}.`,
  set_again: (kind) =>
    `The pause of kind ${kind} was set again meanwhile, and stands. Run this again when its cause is mended.`,
};

async function lift(session: Session, kind: PauseKind): Promise<Exclude<Lift, "not_over">> {
  if (kind === "operator") return (await resumeSending(session, kind)) ? "lifted" : "was_not_set";
  const lifted = await liftWhenOver(session, kind, async () => {
    await requireMayLift(session, kind);
    return true;
  });
  return lifted === "not_over" ? "set_again" : lifted;
}

/**
 * Each kind of pause is lifted by its own way: the operator's by this command, those of the books by it when the audit
 * is green, the others by what ends their cause.
 */
async function requireMayLift(session: Session, kind: PauseKind): Promise<void> {
  if (kind === "foreign_payments")
    throw new OperatorError(
      "this pause ends when the foreign payments are booked",
      'Run `npm run leyden -- reconcile --reason "…"`.',
    );
  if (kind === "restore")
    throw new OperatorError(
      "this pause ends when no payment waits for you any more",
      "`npm run leyden -- payment list --pending` shows them.",
    );
  if (kind === "journal")
    throw new OperatorError(
      "this pause ends by itself when the journal can be written again",
      "Look at the disk of LEYDEN_JOURNAL_DIR; `npm run leyden -- status` says where it is.",
    );
  const { isMoneyWhole, lines, nodeChecked } = await audit(session);
  for (const line of lines) print(line);
  if (!isMoneyWhole)
    throw new OperatorError("the audit found something BROKEN", "Sending stays paused. Read the lines above.");
  if (kind === "node_short" && !nodeChecked)
    throw new OperatorError("the node does not run, so it cannot be compared", "Start it, then run this again.");
}
