import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { openFilesMax } from "./open-files.ts";

it.runIf(existsSync("/proc/self/limits"))("is what a process was given, and nothing for one that is not there", () => {
  const module = new URL("./open-files.ts", import.meta.url).pathname;
  const code = `import(${JSON.stringify(module)}).then(({ openFilesMax }) => console.log(openFilesMax(process.pid)))`;
  const limited = `ulimit -n 777 && exec "$0" --input-type=module --eval "$1"`;
  expect(execFileSync("sh", ["-c", limited, process.execPath, code], { encoding: "utf8" })).toBe("777\n");
  expect(openFilesMax(process.pid)).toBeGreaterThan(777);
  expect(openFilesMax(2 ** 30)).toBeUndefined();
});
