// Prints "passed failed" of a Vitest report. A file that could not even be loaded has no failed test: it counts as one.
import { readFileSync } from "node:fs";

const report = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const broken = report.testResults.filter(
  (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
);
process.stdout.write(`${report.numPassedTests} ${report.numFailedTests + broken.length}\n`);
