import type { Command } from "commander";
import { configReference, SETTINGS } from "#config.ts";
import { addAfterRestoreCommands } from "./after-restore.ts";
import { addAppCommands } from "./apps.ts";
import { addBackupCommands } from "./backups.ts";
import { addDoctorCommand } from "./doctor.ts";
import { addEquityCommands } from "./equity.ts";
import { addIncidentCommands } from "./incidents.ts";
import { addLabCommands } from "./lab.ts";
import { addListenCommand } from "./listen.ts";
import { addMailCommand } from "./mails.ts";
import { addMigrateCommand } from "./migrate.ts";
import { addMoneyCommands } from "./money.ts";
import { addNodeCommands } from "./node.ts";
import { addOnchainCommands } from "./onchain.ts";
import { print, printJson } from "./output.ts";
import { addPaymentCommands } from "./payments.ts";
import { addProjectCommands } from "./projects.ts";
import { addRampCommands } from "./ramp.ts";
import { addRestoreCommand } from "./restore.ts";
import { rootCommand } from "./root-command.ts";
import { addLimitCommands } from "./service-limits.ts";
import { addStatusCommand } from "./status.ts";
import { addUserCommands } from "./users.ts";
import { addVoucherCommands } from "./vouchers.ts";

/** All commands, with their options. */
export function commands(): Command {
  const program = rootCommand();
  addStatusCommand(program);
  addDoctorCommand(program);
  addProjectCommands(program);
  addUserCommands(program);
  addAppCommands(program);
  addMoneyCommands(program);
  addPaymentCommands(program);
  addVoucherCommands(program);
  addRampCommands(program);
  addOnchainCommands(program);
  addMailCommand(program);
  addIncidentCommands(program);
  addEquityCommands(program);
  addNodeCommands(program);
  addLimitCommands(program);
  addListenCommand(program);
  addMigrateCommand(program);
  addBackupCommands(program);
  addRestoreCommand(program);
  addAfterRestoreCommands(program);
  addLabCommands(program);
  program
    .command("config")
    .description("show the environment variables that Leyden reads, as a table in Markdown")
    .option("--json", "print JSON")
    .action(({ json }: { json?: true }) => {
      if (json) printJson(Object.values(SETTINGS).map(({ name, fallback, about }) => ({ name, fallback, about })));
      else print(configReference().trimEnd());
    });
  return program;
}
