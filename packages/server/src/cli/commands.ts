import type { Command } from "commander";
import { configReference, SETTINGS } from "#config.ts";
import { print, printJson } from "./output.ts";
import { rootCommand } from "./root-command.ts";

type Add = (program: Command) => void;

/** What is loaded together, under the first words of its commands, in the order of the help. */
const GROUPS: readonly (readonly [words: string, load: () => Promise<Add>])[] = [
  ["start", async () => (await import("./start.ts")).addStartCommand],
  ["status", async () => (await import("./status.ts")).addStatusCommand],
  ["doctor", async () => (await import("./doctor.ts")).addDoctorCommand],
  ["project key", async () => (await import("./projects.ts")).addProjectCommands],
  ["user", async () => (await import("./users.ts")).addUserCommands],
  ["app", async () => (await import("./apps.ts")).addAppCommands],
  ["pause pauses resume audit", async () => (await import("./money.ts")).addMoneyCommands],
  ["payment", async () => (await import("./payments.ts")).addPaymentCommands],
  ["voucher", async () => (await import("./vouchers.ts")).addVoucherCommands],
  ["ramp", async () => (await import("./ramp.ts")).addRampCommands],
  ["onchain", async () => (await import("./onchain.ts")).addOnchainCommands],
  ["mail", async () => (await import("./mails.ts")).addMailCommand],
  ["incident suspense", async () => (await import("./incidents.ts")).addIncidentCommands],
  ["equity", async () => (await import("./equity.ts")).addEquityCommands],
  ["node reconcile", async () => (await import("./node.ts")).addNodeCommands],
  ["limit", async () => (await import("./service-limits.ts")).addLimitCommands],
  ["listen", async () => (await import("./listen.ts")).addListenCommand],
  ["migrate", async () => (await import("./migrate.ts")).addMigrateCommand],
  ["backup", async () => (await import("./backups.ts")).addBackupCommands],
  ["restore", async () => (await import("./restore.ts")).addRestoreCommand],
  ["restore", async () => (await import("./after-restore.ts")).addAfterRestoreCommands],
  ["lab", async () => (await import("./lab.ts")).addLabCommands],
  ["config", async () => addConfigCommand],
];

/**
 * The commands whose first word is `word`, with their options; all of them where none is. To load all takes a second of
 * processor time, twice what one group takes.
 */
export async function commands(word?: string): Promise<Command> {
  const program = rootCommand();
  if (word === "--version" || word === "-V") return program;
  const named = GROUPS.filter(([words]) => words.split(" ").includes(word ?? ""));
  for (const [, load] of named.length > 0 ? named : GROUPS) (await load())(program);
  return program;
}

function addConfigCommand(program: Command): void {
  program
    .command("config")
    .description("show the environment variables that Leyden reads, as a table in Markdown")
    .option("--json", "print JSON")
    .action(({ json }: { json?: true }) => {
      if (json) printJson(Object.values(SETTINGS).map(({ name, fallback, about }) => ({ name, fallback, about })));
      else print(configReference().trimEnd());
    });
}
