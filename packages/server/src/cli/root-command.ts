import { Command, CommanderError } from "commander";
import { commit, VERSION } from "#platform/machine/release.ts";

/** The program; `commands` adds its commands. */
export function rootCommand(): Command {
  return new Command("leyden")
    .description("Self-hosted bitcoin payments over Lightning.")
    .option("-V, --version", "print version and commit")
    .on("option:version", () => {
      process.stdout.write(`${VERSION}, commit ${commit() ?? "unknown"}\n`);
      throw new CommanderError(0, "commander.version", "");
    })
    .helpCommand(false)
    .showHelpAfterError("`npm run leyden -- --help` shows the commands.")
    .configureHelp({ showGlobalOptions: false })
    .exitOverride();
}
