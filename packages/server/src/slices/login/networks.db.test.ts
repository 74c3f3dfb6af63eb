import { expect, it } from "vitest";
import type { AppError } from "#kernel/errors.ts";
import { sql } from "#platform/database/db.ts";
import { connect } from "#platform/database/pool.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { networkOf } from "#platform/http/rate-limit.ts";
import { givenUser, newGamertag } from "#slices/users/testing/users.harness.ts";
import { requestCode } from "./attempt/request-code.ts";
import { forgetOld } from "./forget-old.ts";
import { ADDRESSES_PER_HOUR, CODES_OF_NETWORKS_PER_HOUR } from "./model/attempt.ts";
import { newSecret } from "./model/secrets.ts";
import { browserOf, createLoginWorld, type LoginWorld, logIn } from "./testing/login.harness.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const REFUSED = "too_many_login_codes";
const anEmail = () => `${newGamertag("mail")}@example.com`;
const emails = (count: number) => Array.from({ length: count }, anEmail);

onDatabase("the addresses that a network asks codes for", (database) => {
  /** What became of a code for an address. */
  const ask = async ({ deps, random }: LoginWorld, network: string, email = anEmail()) =>
    await requestCode(deps, { secret: newSecret(random), email, purpose: "log_in", language: "en", network }).then(
      () => "sent",
      (error: AppError) => error.code,
    );
  const askForAll = async (world: LoginWorld, network: string, addresses: readonly string[]) => {
    for (const email of addresses) expect(await ask(world, network, email)).toBe("sent");
  };

  it("are 30 in an hour, and the hour ends it", async () => {
    const world = createLoginWorld(database());
    await askForAll(world, "198.51.100.1", emails(ADDRESSES_PER_HOUR));
    expect(await ask(world, "198.51.100.1")).toBe(REFUSED);
    expect(await ask(world, "198.51.100.200")).toBe(REFUSED);
    world.clock.advance(HOUR_MS - MINUTE_MS);
    expect(await ask(world, "198.51.100.1")).toBe(REFUSED);
    world.clock.advance(2 * MINUTE_MS);
    expect(await ask(world, "198.51.100.1")).toBe("sent");
  });

  it("are those of the whole /48 of IPv6, which one customer gets for nothing, also for one address", async () => {
    const world = createLoginWorld(database());
    const browser = (i: number) => networkOf(`2001:db8:48:${i.toString(16)}::7`);
    const victim = anEmail();
    for (let i = 0; i < 5; i += 1) expect(await ask(world, browser(i), victim)).toBe("sent");
    for (let i = 5; i < 25; i += 1) expect(await ask(world, browser(i), victim)).toBe(REFUSED);
    expect(await ask(world, networkOf("2001:db8:49::7"), victim)).toBe("sent");
    for (const [i, email] of emails(ADDRESSES_PER_HOUR - 1).entries())
      expect(await ask(world, browser(100 + i), email)).toBe("sent");
    expect(await ask(world, browser(200))).toBe(REFUSED);
  });

  it("do not stop another network", async () => {
    const world = createLoginWorld(database());
    await askForAll(world, "198.51.101.1", emails(ADDRESSES_PER_HOUR));
    expect(await ask(world, "198.51.101.1")).toBe(REFUSED);
    expect(await ask(world, "198.51.102.1")).toBe("sent");
  });

  it("count once each, from the last code on", async () => {
    const world = createLoginWorld(database());
    const network = "198.51.103.1";
    const [first = "", ...others] = emails(ADDRESSES_PER_HOUR);
    for (let i = 0; i < 3; i += 1) expect(await ask(world, network, first)).toBe("sent");
    await askForAll(world, network, others);
    expect(await ask(world, network)).toBe(REFUSED);
    world.clock.advance(HOUR_MS / 2);
    expect(await ask(world, network, first)).toBe("sent");
    world.clock.advance(HOUR_MS / 2 + MINUTE_MS);
    await askForAll(world, network, emails(ADDRESSES_PER_HOUR - 1));
    expect(await ask(world, network)).toBe(REFUSED);
    expect(await ask(world, network, first)).toBe("sent");
  });

  it("count when a code was sent, and not when the address had too many", async () => {
    const world = createLoginWorld(database());
    const blocked = anEmail();
    for (let i = 0; i < CODES_OF_NETWORKS_PER_HOUR; i += 1)
      expect(await ask(world, `198.51.${200 + (i >> 2)}.1`, blocked)).toBe("sent");
    expect(await ask(world, "198.51.104.1", blocked)).toBe(REFUSED);
    await askForAll(world, "198.51.104.1", emails(ADDRESSES_PER_HOUR));
  });

  it("are 30 of 40 when all are asked for at once, by two processes", async () => {
    const world = createLoginWorld(database());
    const other = connect({ url: database().url, role: "leyden_app", max: 8, name: "another process" });
    try {
      const elsewhere = createLoginWorld(database(), { db: other });
      const addresses = emails(40);
      const ends = await Promise.all(
        addresses.map((email, i) => ask(i % 2 === 0 ? world : elsewhere, "198.51.105.1", email)),
      );
      expect(ends.filter((end) => end === "sent")).toHaveLength(ADDRESSES_PER_HOUR);
      expect(ends.filter((end) => end === REFUSED)).toHaveLength(10);
      const mails = await database().admin.query(sql`select 1 from mails.mail where recipient = any(${addresses})`);
      expect(mails).toHaveLength(ADDRESSES_PER_HOUR);
    } finally {
      await other.close();
    }
  });

  it("wait for each other in one order: two networks and two addresses at once end without a deadlock", async () => {
    const world = createLoginWorld(database());
    const addresses = emails(2);
    const ends = await Promise.all(
      Array.from({ length: 120 }, (_, i) => ask(world, `198.51.${i % 2 === 0 ? 106 : 107}.1`, addresses[(i >> 1) % 2])),
    );
    for (const end of ends) expect(["sent", REFUSED]).toContain(end);
    expect(ends.filter((end) => end === "sent")).toHaveLength(20);
  });

  it("are known by hashes under the service's key, and are forgotten with their hour", async () => {
    const world = createLoginWorld(database());
    const { admin } = database();
    await admin.query(sql`delete from login.network`);
    await ask(world, "198.51.108.1");
    const known = () => admin.query<{ hash: Uint8Array }>(sql`select network_hash as hash from login.network`);
    const mac = world.deps.mac("198.51.108.0/24", "login.network");
    expect((await known()).map(({ hash }) => Buffer.from(hash))).toEqual([Buffer.from(mac)]);
    await forgetOld(world.deps);
    expect(await known()).toHaveLength(1);
    world.clock.advance(HOUR_MS + MINUTE_MS);
    await forgetOld(world.deps);
    expect(await known()).toHaveLength(0);
  });

  it("are counted by the pages that log in and change an address, which say when to try again", async () => {
    const world = createLoginWorld(database());
    const app = await world.app();
    const user = await givenUser(database());
    const browser = (remoteAddress: string) => browserOf(app, { remoteAddress });
    const own = browser("198.51.109.1");
    await logIn(world, own, { email: user.email });
    for (const email of emails(ADDRESSES_PER_HOUR - 2))
      expect((await browser("198.51.109.1").post("/login", { email })).statusCode).toBe(303);
    expect((await own.post("/account/email", { email: anEmail() })).statusCode).toBe(200);

    world.clock.advance(MINUTE_MS);
    const refused = await browser("198.51.109.2").post("/login", { email: anEmail() });
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "3540"]);
    expect(refused.body).toContain("Your network asked for codes for many addresses lately. Try again in 59 minutes");
    const changed = await own.post("/account/email", { email: anEmail() });
    expect([changed.statusCode, changed.body.includes("many addresses lately")]).toEqual([429, true]);
    expect((await browser("198.51.110.1").post("/login", { email: anEmail() })).statusCode).toBe(303);
  });
});
