import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sql } from "../database/db.ts";
import { onDatabase } from "../database/testing/database.harness.ts";
import { machineClock } from "../machine/clock.ts";
import { machineRandom } from "../machine/random.ts";
import { OperatorError } from "../operator-error.ts";
import { lookAtKey, openSealer, requireKey } from "./open-sealer.ts";

onDatabase("the key of an installation", (database) => {
  const plain = Uint8Array.of(1, 2, 3);
  let dataDir: string;
  let file: string;

  const open = (secretKey?: Uint8Array, folder = dataDir) =>
    openSealer({ db: database().db, clock: machineClock, random: machineRandom() }, { dataDir: folder, secretKey });

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "leyden-key-"));
    file = join(dataDir, "secret.key");
    await database().admin.query(sql`delete from platform.secret_key`);
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it("is made at the first start, for this user alone, and is the same at the next", async () => {
    const sealed = (await open()).seal(plain, "x");
    const text = readFileSync(file, "utf8");

    expect((await open()).open(sealed, "x")).toEqual(plain);
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(["secret.key"]);
  });

  it("is one key for all processes that start together", async () => {
    const sealers = await Promise.all(Array.from({ length: 8 }, () => open()));

    const sealed = sealers[0]?.seal(plain, "x") ?? plain;
    for (const sealer of sealers) expect(sealer.open(sealed, "x")).toEqual(plain);
  });

  it("is not replaced when the file is missing: the start is refused with what to do", async () => {
    await requireKey(database().db, { dataDir, secretKey: undefined }); // a first start has none
    await open();
    await requireKey(database().db, { dataDir, secretKey: undefined });
    rmSync(file);

    await expect(requireKey(database().db, { dataDir, secretKey: undefined })).rejects.toThrow(OperatorError);
    await expect(open()).rejects.toMatchObject({
      message: `the key of this database's secrets is missing: there is no file ${file}`,
      advice: expect.stringContaining("backup"),
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it("can be looked at, and none is made by that", async () => {
    const look = (secretKey?: Uint8Array) =>
      lookAtKey({ db: database().db, random: machineRandom() }, { dataDir, secretKey });
    expect(await look()).toBe("none");
    expect(readdirSync(dataDir)).toEqual([]);
    await open();
    expect(await look()).toBe("fits");
    expect(await look(new Uint8Array(32).fill(7))).toBe("other");
    rmSync(file);
    await expect(look()).rejects.toThrow(OperatorError);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it("is refused when it is another one than the database's", async () => {
    await open();
    const before = `${Buffer.alloc(32, 7).toString("base64")}\n`;
    writeFileSync(file, before);

    await expect(open()).rejects.toThrow(OperatorError);
    await expect(open(new Uint8Array(32).fill(8))).rejects.toThrow("LEYDEN_SECRET_KEY is not the one");
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it.each(["", "short", `${"A".repeat(60)}`, Buffer.alloc(32, 7).toString("hex")])(
    "is refused when the file holds %j, and the file stays",
    async (text) => {
      writeFileSync(file, text);

      await expect(open()).rejects.toThrow("does not hold a key");
      expect(readFileSync(file, "utf8")).toBe(text);
    },
  );

  it("comes from the setting where there is one, without a file", async () => {
    const sealed = (await open(new Uint8Array(32).fill(7))).seal(plain, "x");

    expect((await open(new Uint8Array(32).fill(7))).open(sealed, "x")).toEqual(plain);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it("is not in the database, and cannot be had from what is there", async () => {
    await open();
    const rows = await database().admin.query<{ fingerprint: Uint8Array }>(
      sql`select fingerprint from platform.secret_key`,
    );

    const key = Buffer.from(readFileSync(file, "utf8"), "base64");
    expect(rows.map(({ fingerprint }) => Buffer.from(fingerprint).equals(key))).toEqual([false]);
  });
});
