import type { Command } from "commander";
import { readConfig } from "#config.ts";
import { examine } from "./doctor/examine.ts";
import { type Finding, type Verdict, worstOf } from "./doctor/finding.ts";
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
      const findings = await examine(readConfig());
      const verdict = worstOf(findings);
      if (json) printJson({ verdict, findings });
      else for (const line of linesOf(findings)) print(line);
      process.exitCode = STATUS[verdict];
    });
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
