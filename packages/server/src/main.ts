import { runProgram } from "#cli/program.ts";

await runProgram(process.argv);
