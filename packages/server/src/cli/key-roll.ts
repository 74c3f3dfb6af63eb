import type { Command } from "commander";
import { InvalidInput } from "#kernel/errors.ts";
import { type ProjectKeyId, uuid } from "#kernel/ids.ts";
import { renameKey, rollKey } from "#projects";
import { JSON_OPTION, type Json, print, printJson } from "./output.ts";
import { withDatabase } from "./session.ts";

const HOUR_MS = 3_600_000;

/** @throws {InvalidInput} */
export function readKeep(hours: string, now: Date): Date {
  if (!/^[1-9]\d{0,2}$/.test(hours) || Number(hours) > 720)
    throw new InvalidInput("--keep", "must be a whole number of hours from 1 to 720");
  return new Date(now.getTime() + Number(hours) * HOUR_MS);
}

/** `key roll` and `key rename`. */
export function addRollCommands(key: Command): void {
  key
    .command("roll <key>")
    .description(
      "make a key that takes over from another one: with its name, its rules and its end, and on the same budgets. " +
        "Each key hands over once",
    )
    .option("--keep <hours>", "so long the former key stays valid, 1 to 720 hours", "24")
    .option(...JSON_OPTION)
    .action((id: string, { json, keep }: Json & { readonly keep: string }) =>
      withDatabase(async (session) => {
        const keyId = uuid<ProjectKeyId>("key", id);
        const formerEndsAt = readKeep(keep, session.clock.now());
        const { key: made, secret } = await rollKey(session, { keyId, formerEndsAt });
        if (json) return printJson({ id: made.id, projectId: made.projectId, apiKey: secret, rolledFrom: keyId });
        print(secret ?? "");
        process.stderr.write(
          `Key ${made.id} takes over from ${keyId}, which ends ${formerEndsAt.toISOString()} or before. ` +
            "It is shown this once and never again.\n",
        );
      }),
    );
  key
    .command("rename <key> <name>")
    .description("give a key another name, 1 to 40 characters")
    .action((id: string, name: string) =>
      withDatabase(async ({ db }) => {
        const keyId = uuid<ProjectKeyId>("key", id);
        await renameKey({ db }, { id: keyId }, name);
        print(`Key ${keyId} has another name.`);
      }),
    );
}
