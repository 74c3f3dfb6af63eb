import { type Command, Option } from "commander";
import { type Config, readConfig } from "#config.ts";
import type { Role } from "#service/server.ts";
import type { Verdict } from "#service/watch-doctor.ts";
import type { Terminal } from "#supervisor/life.ts";
import { start } from "#supervisor/start.ts";

export function addStartCommand(program: Command): void {
  program
    .command("start")
    .description("start the database, the Lightning network and the service; Ctrl-C stops them")
    .addOption(
      new Option("--role <role>", "`api` and `worker` are further processes beside one that runs with `all`")
        .choices(["all", "api", "worker"])
        .default("all"),
    )
    .option("--attached", "stop when the process that started this one ends: npm's shell does not hand on signals")
    .action(async ({ role, attached = false }: { role: Role; attached?: boolean }) => {
      const terminal = { input: process.stdin, output: process.stdout, errors: process.stderr, attached };
      if (role === "all") await start(readConfig(), terminal, { examine });
      else await joinAs(role, terminal);
    });
}

/** The doctor is loaded when it looks for the first time. */
async function examine(config: Config): Promise<readonly Verdict[] | undefined> {
  return await (await import("./doctor/examine.ts")).examineRunning(config);
}

/** Loads the service first, which `start` loads while the node comes up. */
async function joinAs(role: Exclude<Role, "all">, terminal: Terminal): Promise<void> {
  const { join } = await import("#supervisor/join.ts");
  await join(readConfig(), role, terminal);
}
