import type { Command } from "commander";
import { auditCommand } from "#audit";
import { pauseSending, resumeSending } from "#ledger";
import { allInvariants } from "#service/invariants.ts";
import { print, printJson } from "./output.ts";
import { withDatabase, withNodeIfRunning } from "./session.ts";

export function addMoneyCommands(program: Command): void {
  program
    .command("audit")
    .description(
      "recompute every balance and the chain of hashes, compare with the node; one line an invariant, status 1 when one is broken",
    )
    .option("--json", "print JSON")
    .action(({ json }: { json?: true }) =>
      withDatabase(async (session) => {
        const { db } = session;
        const { lines, found, ok } = await withNodeIfRunning(session, (node) =>
          auditCommand({ db, invariants: allInvariants, node }),
        );
        if (json) printJson(found);
        else for (const line of lines) print(line);
        process.exitCode = ok ? 0 : 1;
      }),
    );
  program
    .command("pause")
    .description("stop sending in every process; receiving and what is under way go on")
    .option("--because <reason>", "why, for whoever looks at it later", "the operator asked for it")
    .action(({ because }: { because: string }) =>
      withDatabase(async (session) => {
        const isNew = await pauseSending(session, because);
        print(
          isNew
            ? "Sending is paused. No further payment leaves."
            : "Sending was paused before; the first reason stays.",
        );
      }),
    );
  program
    .command("resume")
    .description("let payments go out again")
    .action(() =>
      withDatabase(async (session) => {
        const wasPaused = await resumeSending(session);
        print(wasPaused ? "Payments go out again." : "Sending was not paused.");
      }),
    );
}
