import type { Command } from "commander";
import { liftLimits, listUnknownSpending, type UnknownSpending } from "#restore";
import { print } from "./output.ts";
import { commandLog, type Session, withDatabase } from "./session.ts";

const LIFT = 'npm run leyden -- restore lift-limits --reason "…"';

const HOUR_MS = 3_600_000;

/** `restore lift-limits`: what was spent and is not known counts no more. */
export function addLiftLimitsCommand(restore: Command): void {
  restore
    .command("lift-limits")
    .description("let limits count what the database has, where they count as full after a restore")
    .requiredOption("--reason <text>", "why they need not be full, for the record")
    .action(({ reason }: { reason: string }) =>
      withDatabase(async (session) => {
        const lifted = await liftLimits({ ...session, log: commandLog() }, { reason });
        print(lifted.length === 0 ? "No limit counted as full." : "Limits count what the database has.");
      }),
    );
}

/** Which limits count as full after a restore, until when, and what to do. Nothing when none does. */
export async function printFullLimits({ db, clock }: Pick<Session, "db" | "clock">, isOpen: boolean): Promise<void> {
  const unknown = await listUnknownSpending(db, clock.now());
  if (unknown.length === 0) return;
  print("\nWhat was spent before this is not known, so these limits count as full:");
  for (const one of unknown) print(fullText(one));
  print(
    isOpen
      ? `\`npm run leyden -- restore import\` with the whole journal ends this, or you: \`${LIFT}\`.`
      : `You end this: \`${LIFT}\`.`,
  );
}

function fullText({ what, until }: UnknownSpending): string {
  const after = (hours: number) => new Date(until.getTime() + hours * HOUR_MS).toISOString();
  return what === "wallets"
    ? `- wallets and keys: daily until ${after(25)}, weekly until ${after(169)}, monthly until ${after(721)}`
    : `- the on-ramp: of 7 days until ${after(168)}, of 30 days until ${after(720)}`;
}
