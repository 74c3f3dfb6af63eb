// A reporter of Vitest: writes a line to the file `TALLY` as soon as a test file has ended, with how many of its tests
// passed and failed. So what has run is counted also when the run is stopped. Without an end of the run, `.ci/run` adds
// one that failed.
import { appendFileSync } from "node:fs";

const write = (words) => appendFileSync(process.env.TALLY, `${words.join(" ")}\n`);

export default class Tally {
  onTestModuleEnd(file) {
    const states = [...file.children.allTests()].map((test) => test.result().state);
    const count = (state) => states.filter((each) => each === state).length;
    const failed = count("failed");
    // A file that cannot be loaded, or whose preparation fails, may have no failed test.
    write([count("passed"), file.ok() || failed > 0 ? failed : 1, file.relativeModuleId]);
  }

  onTestRunEnd(_files, errors) {
    write([0, errors.length, "errors outside of tests"]);
    write(["end"]);
  }
}
