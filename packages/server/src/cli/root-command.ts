import { Command } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { addStartCommand } from "./start.ts";

/** The program with the command that starts it; `commands` adds the others. */
export function rootCommand(): Command {
  const program = new Command("leyden")
    .description("Self-hosted bitcoin payments over Lightning.")
    .version(manifest.version, "-V, --version", "print the version")
    .helpCommand(false)
    .showHelpAfterError("`npm run leyden -- --help` shows the commands.")
    .configureHelp({ showGlobalOptions: false })
    .exitOverride();
  addStartCommand(program);
  return program;
}
