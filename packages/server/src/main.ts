import { runCommandLine } from "#cli/program.ts";

const status = await runCommandLine(process.argv);

// Whatever still waits for something does not keep the process: every command has put away what it opened.
process.stdout.write("", () => process.exit(status));
