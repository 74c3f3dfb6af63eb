import { CommanderError } from "commander";
import { ConfigError } from "#config.ts";
import { ERROR_CODES } from "#kernel/error-codes.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import { exitWith } from "#platform/machine/process.ts";
import { fullDisk, OperatorError } from "#platform/operator-error.ts";
import { commands } from "./commands.ts";
import { printProblem } from "./output.ts";

/** Runs one command and ends this process. Every command has put away what it opened. */
export async function runProgram(argv: readonly string[]): Promise<never> {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error; // as behind `| head`: the command still does its work
  });
  return await exitWith(await runCommandLine(argv));
}

/**
 * Runs one command. Returns the status of the process: 0 done, 1 it could not be done, 2 the configuration is wrong.
 * Of a command that examines something, 1 and 2 may be what it found.
 */
async function runCommandLine(argv: readonly string[]): Promise<number> {
  try {
    const program = await commands(argv[2]);
    await program.parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return explain(fullDisk(error) ?? error);
  }
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
