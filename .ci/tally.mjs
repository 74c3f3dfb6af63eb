// A reporter of Vitest: writes a line to the file `TALLY` as soon as a test file has ended, with how many of its tests
// passed and failed, after a line `failed …` with the name of each that failed. So what has run is counted also when
// the run is stopped. Without an end of the run, `.ci/run` adds one that failed.
import { appendFileSync } from "node:fs";

const write = (words) => appendFileSync(process.env.TALLY, `${words.join(" ")}\n`);

export default class Tally {
  onTestModuleEnd(file) {
    const passed = [...file.children.allTests("passed")].length;
    const failed = [...file.children.allTests("failed")].map((test) => test.fullName);
    // A file that cannot be loaded, or whose preparation fails, may have no failed test.
    if (!file.ok() && failed.length === 0) failed.push("(outside of its tests)");
    for (const name of failed) write(["failed", file.relativeModuleId, name.replaceAll("\n", " ")]);
    write([passed, failed.length, file.relativeModuleId]);
  }

  onTestRunEnd(_files, errors) {
    write([0, errors.length, "errors outside of tests"]);
    write(["end"]);
  }
}
