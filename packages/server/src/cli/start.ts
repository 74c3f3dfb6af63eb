import type { Command } from "commander";
import { readConfig } from "../config.ts";
import { start } from "../supervisor/start.ts";

export function addStartCommand(program: Command): void {
  program
    .command("start")
    .description("start the database, the Lightning network and the service; Ctrl-C stops them")
    .action(() => start(readConfig(), { output: process.stdout, errors: process.stderr }));
}
