import type { Command } from "commander";
import { addressOfOwn, connectNode } from "#adapters/lightning/choose.ts";
import { readConfig } from "#config.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { requireOwner } from "#supervisor/data-folder.ts";
import { readRunning } from "#supervisor/run-file.ts";
import { findingsOf } from "./doctor/facts.ts";
import { type Finding, type Verdict, worstOf, wrong } from "./doctor/finding.ts";
import { gatherFacts } from "./doctor/gather-facts.ts";
import { openDatabaseToRead } from "./doctor/open-database.ts";
import { JSON_OPTION, type Json, print, printJson } from "./output.ts";

/** By the worst of what it says. */
const STATUS: Readonly<Record<Verdict, number>> = { ok: 0, warning: 1, wrong: 2 };
const MARKS: Readonly<Record<Verdict, string>> = { ok: "ok", warning: "warning", wrong: "WRONG" };

/** Everything around the service that payments depend on. */
export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description(
      "check node, channels, database, disks, mail and addresses; status 1 with a warning, 2 when something is wrong; changes nothing",
    )
    .option(...JSON_OPTION)
    .action(async ({ json }: Json) => {
      const findings = await examine();
      const verdict = worstOf(findings);
      if (json) printJson({ verdict, findings });
      else for (const line of linesOf(findings)) print(line);
      process.exitCode = STATUS[verdict];
    });
}

async function examine(): Promise<readonly Finding[]> {
  const config = readConfig();
  try {
    requireOwner(config);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [wrong("user", error.message, error.advice)];
  }
  const running = readRunning(config.dataDir);
  const [clock, random] = [machineClock, machineRandom()];
  const database = await openDatabaseToRead(config, { running, random });
  const address = running?.children?.node ?? addressOfOwn(config);
  const node = address && connectNode(address, clock);
  try {
    return findingsOf(await gatherFacts({ config, clock, random, running, database, node }));
  } finally {
    await node?.close();
    if (database.kind === "open") await database.close();
  }
}

function linesOf(findings: readonly Finding[]): readonly string[] {
  const width = Math.max(...findings.map(({ about }) => about.length));
  const lines = findings.map(({ about, verdict, says, todo }) => {
    const line = `${MARKS[verdict].padEnd(7)}  ${about.padEnd(width)}  ${says}`;
    return todo === undefined ? line : `${line} -> ${todo}`;
  });
  const count = (of: Verdict) => findings.filter(({ verdict }) => verdict === of).length;
  return [...lines, `${count("wrong")} wrong, ${count("warning")} to look at, ${count("ok")} ok`];
}
