import { Command, CommanderError } from "commander";
import { ConfigError, configReference, SETTINGS } from "#config.ts";
import { ERROR_CODES } from "#kernel/error-codes.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import { exitWith } from "#platform/machine/process.ts";
import { fullDisk, OperatorError } from "#platform/operator-error.ts";
import manifest from "../../package.json" with { type: "json" };
import { addAppCommands } from "./apps.ts";
import { addEquityCommands } from "./equity.ts";
import { addIncidentCommands } from "./incidents.ts";
import { addLabCommands } from "./lab.ts";
import { addListenCommand } from "./listen.ts";
import { addMailCommand } from "./mails.ts";
import { addMoneyCommands } from "./money.ts";
import { addNodeCommands } from "./node.ts";
import { print, printJson, printProblem } from "./output.ts";
import { addPaymentCommands } from "./payments.ts";
import { addProjectCommands } from "./projects.ts";
import { addRampCommands } from "./ramp.ts";
import { addStartCommand } from "./start.ts";
import { addUserCommands } from "./users.ts";
import { addVoucherCommands } from "./vouchers.ts";

/** Runs one command and ends this process. Every command has put away what it opened. */
export async function runProgram(argv: readonly string[]): Promise<never> {
  return await exitWith(await runCommandLine(argv));
}

/** Runs one command. Returns the status of the process: 0 done, 1 it could not be done, 2 the configuration is wrong. */
async function runCommandLine(argv: readonly string[]): Promise<number> {
  try {
    await commands().parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return explain(fullDisk(error) ?? error);
  }
}

/** All commands, with their options. */
export function commands(): Command {
  const program = new Command("leyden")
    .description("Self-hosted bitcoin payments over Lightning.")
    .version(manifest.version, "-V, --version", "print the version")
    .helpCommand(false)
    .showHelpAfterError("`npm run leyden -- --help` shows the commands.")
    .configureHelp({ showGlobalOptions: false })
    .exitOverride();
  addStartCommand(program);
  addProjectCommands(program);
  addUserCommands(program);
  addAppCommands(program);
  addMoneyCommands(program);
  addPaymentCommands(program);
  addVoucherCommands(program);
  addRampCommands(program);
  addMailCommand(program);
  addIncidentCommands(program);
  addEquityCommands(program);
  addNodeCommands(program);
  addListenCommand(program);
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

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode;
  if (error instanceof ConfigError) {
    printProblem(error.message, "`npm run leyden -- config` shows all settings.");
    return 2;
  }
  if (error instanceof OperatorError) printProblem(error.message, error.advice);
  else if (error instanceof InvalidInput) printProblem(error.message, "Correct it and run the command again.");
  else if (error instanceof AppError) printProblem(error.message, ERROR_CODES[error.code].advice);
  else
    printProblem(
      `unexpected: ${error instanceof Error ? error.stack : String(error)}`,
      "This is a bug in Leyden. Please report it with the lines above.",
    );
  return 1;
}
