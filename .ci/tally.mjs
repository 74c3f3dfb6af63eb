// A reporter of Vitest: writes a line to the file `TALLY` as soon as a test file has ended, with how many of its tests
// passed and failed, after a line `failed …` with the name of each that failed, and lines `why …` of its error. So what
// has run is counted also when the run is stopped. Without an end of the run, `.ci/run` adds one that failed.
import { appendFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

const write = (words) => appendFileSync(process.env.TALLY, `${words.join(" ")}\n`);

const LINES_MAX = 20;
const CHARACTERS_MAX = 300;

/** Of the first error: its message, and what was expected beside what was there. */
function why({ errors = [] } = {}) {
  const [{ message = "", diff = "" } = {}] = errors;
  const lines = stripVTControlCharacters(`${message}\n${diff}`).split("\n");
  return lines.filter((line) => line.trim() !== "").slice(0, LINES_MAX);
}

export default class Tally {
  onTestModuleEnd(file) {
    const passed = [...file.children.allTests("passed")].length;
    const failed = [...file.children.allTests("failed")].map((test) => [test.fullName, test.result()]);
    // A file that cannot be loaded, or whose preparation fails, may have no failed test.
    if (!file.ok() && failed.length === 0) failed.push(["(outside of its tests)", { errors: file.errors() }]);
    for (const [name, result] of failed) {
      write(["failed", file.relativeModuleId, name.replaceAll("\n", " ")]);
      for (const line of why(result)) write(["why", line.slice(0, CHARACTERS_MAX)]);
    }
    write([passed, failed.length, file.relativeModuleId]);
  }

  onTestRunEnd(_files, errors) {
    write([0, errors.length, "errors outside of tests"]);
    write(["end"]);
  }
}
