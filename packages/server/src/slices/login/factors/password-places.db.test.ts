import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createPasswordHasher, type PasswordHasher } from "#platform/secrets/password-hasher.ts";
import { addressHash } from "../model/secrets.ts";
import { givenFactors, random } from "../testing/factors.harness.ts";
import { checkPassword } from "./check-password.ts";
import { setPassword } from "./set-password.ts";

const RIGHT = "correct horse battery";

onDatabase("the places to wait for a hash", (database) => {
  /** A hasher whose work goes on until the test ends it, a user with a password, and a browser of that user. */
  async function given() {
    const stored = await createPasswordHasher().hash(RIGHT, { isKnown: true, name: "test" });
    const work: { readonly password: string; readonly end: () => void }[] = [];
    const hasher = createPasswordHasher({
      hash: async () => stored,
      verify: async (hashed, password) => {
        await new Promise<void>((end) => work.push({ password: String(password), end }));
        return hashed === stored && password === RIGHT;
      },
    });
    let asked = 0;
    const passwords: PasswordHasher = {
      ...hasher,
      verify: (...shown) => {
        asked += 1;
        return hasher.verify(...shown);
      },
    };
    const world = givenFactors(database());
    const deps = { ...world.deps, passwords };
    const owner = await world.user();
    await setPassword(deps, owner.login(), { password: RIGHT });
    const browser = random.bytes(32);
    const now = world.clock.now();
    await database().admin.query(sql`
      insert into login.known_browser (id, secret_hash, user_id, address_hash, session_id, logged_in_at, expires_at,
                                       user_agent, network)
      values (${random.uuid()}, ${browser}, ${owner.id}, ${addressHash(deps.sealer.mac, owner.email)}, ${random.uuid()},
              ${now}, ${new Date(now.getTime() + 60_000)}, 'a test', '192.0.2.1')`);
    /** A wrong password of somebody else, from a network. Returns what becomes of it. */
    const stranger = (network: string) => {
      const shown = { email: `${random.uuid()}@example.com`, password: "wrong", browser: random.bytes(32), network };
      return checkPassword(deps, shown).then(
        ({ kind }) => kind,
        ({ code }) => String(code),
      );
    };
    const own = (shownBy = browser) =>
      checkPassword(deps, { email: owner.email, password: RIGHT, browser: shownBy, network: random.uuid() });
    return { work, stranger, own, asked: () => asked };
  }
  const networks = (count: number) => Array.from({ length: count }, () => random.uuid());

  it("are left for a browser that was logged in before while strangers have all of theirs, and it comes first", async () => {
    const { work, stranger, own, asked } = await given();
    const settled: string[] = [];
    const strangers = networks(40).map(async (network) => settled.push(await stranger(network)));
    await expect.poll(() => settled.length).toBe(18); // 2 are hashed, 20 wait
    expect(new Set(settled)).toEqual(new Set(["unavailable"]));
    await expect(own(random.bytes(32))).rejects.toMatchObject({ code: "unavailable" });

    const owns = own();
    await expect.poll(asked).toBe(42);
    work[0]?.end();
    await expect.poll(() => work.length).toBe(3);
    expect(work[2]?.password).toBe(RIGHT);
    work[2]?.end();
    expect(await owns).toMatchObject({ kind: "passed" });

    for (let done = 1; done < 23; done += 1) {
      await expect.poll(() => work.length).toBeGreaterThan(done);
      work[done]?.end();
    }
    await Promise.all(strangers);
    expect(settled.filter((kind) => kind === "wrong")).toHaveLength(22);
  });

  it("are not all taken by one network", async () => {
    const { work, stranger } = await given();
    const one = random.uuid();
    const asked = Array.from({ length: 10 }, () => stranger(one));
    let refused = 0;
    for (const result of asked) void result.then((kind) => (refused += Number(kind === "unavailable")));
    await expect.poll(() => refused).toBe(4); // now all the others wait
    const other = stranger(random.uuid());
    for (let done = 0; done < 7; done += 1) {
      await expect.poll(() => work.length).toBeGreaterThan(done);
      work[done]?.end();
    }
    expect(await other).toBe("wrong");
    expect((await Promise.all(asked)).filter((kind) => kind === "unavailable")).toHaveLength(4);
  });
});
