import { expect, it } from "vitest";
import { readRecord } from "./record.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const NAMES = ["NOTES.txt", "leyden-1.2.3.tgz", "leyden-client-1.2.3.tgz", "parts.spdx.json"];
const SUMS = NAMES.map((name, n) => `${String(n).repeat(64)}  ${name}\n`);
const TEXT = [`# ${COMMIT}\n`, ...SUMS].join("");

it("a record of a release has its version, its commit and the sum of each file", () => {
  const { version, commit, sums } = readRecord("1.2.3.sha256", TEXT);
  expect([version, commit, [...sums.keys()]]).toEqual(["1.2.3", COMMIT, NAMES]);
  expect(sums.get("leyden-1.2.3.tgz")).toBe("1".repeat(64));
});

it.each([
  ["1.2.4.sha256", TEXT, "leyden-1.2.4.tgz is missing"],
  ["latest.sha256", TEXT, "the name must be"],
  ["1.2.3.sha256", TEXT.replace("# 0123", "# "), "the first line must be"],
  ["1.2.3.sha256", SUMS.join(""), "the first line must be"],
  ["1.2.3.sha256", `${TEXT}a  b\n`, "this is no line of SHA256SUMS: a  b"],
  ["1.2.3.sha256", TEXT + SUMS[0], "NOTES.txt is there twice"],
])("no record is %s with %#", (name, text, why) => {
  expect(() => readRecord(name, text)).toThrow(why);
});
