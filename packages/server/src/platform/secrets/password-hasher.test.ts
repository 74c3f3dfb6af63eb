import { hash } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { createPasswordHasher, HasherBusy } from "./password-hasher.ts";

const ONE = { isKnown: true, name: "one" };

describe("a hasher of passwords", () => {
  const hasher = createPasswordHasher();

  it("knows the password of a hash, and no other", async () => {
    const stored = await hasher.hash("correct horse battery", ONE);

    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(stored, "correct horse battery", ONE)).toBe(true);
    expect(await hasher.verify(stored, "correct horse batterz", ONE)).toBe(false);
    expect(await hasher.hash("correct horse battery", ONE)).not.toBe(stored);
  });

  it("says of a hash whether it was made with other parameters", async () => {
    expect(hasher.isOutdated(await hasher.hash("correct horse battery", ONE))).toBe(false);
    for (const changed of [{ memoryCost: 8_192 }, { timeCost: 3 }, { parallelism: 2 }, { algorithm: 0 }])
      expect(hasher.isOutdated(await hash("x", { memoryCost: 19_456, timeCost: 2, parallelism: 1, ...changed }))).toBe(
        true,
      );
  });

  /** Work that goes on until the test lets it end. */
  function stalled() {
    const ends: (() => void)[] = [];
    const hashes: string[] = [];
    const wait = (stored: string) =>
      new Promise<void>((resolve) => {
        hashes.push(stored);
        ends.push(resolve);
      });
    const work = {
      hash: async () => {
        await wait("new");
        return "";
      },
      verify: async (stored: string | Uint8Array) => {
        await wait(String(stored));
        return true;
      },
    };
    return { hasher: createPasswordHasher(work), ends, hashes };
  }
  const turns = async () => {
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  };

  it("does the same work where there is no password, and says no", async () => {
    const { hasher: slow, ends, hashes } = stalled();
    const answer = slow.verify(undefined, "x", ONE);
    await turns();

    expect(hashes).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)]);
    ends[0]?.();
    expect(await answer).toBe(false);
    expect(await hasher.verify(undefined, "x", ONE)).toBe(false);
  });

  it("works on two at a time, lets twenty strangers and forty in all wait, and refuses the rest", async () => {
    const { hasher: slow, ends } = stalled();
    const ask = (isKnown: boolean, count: number) =>
      Array.from({ length: count }, (_, i) =>
        slow.hash("x", { isKnown, name: `${isKnown} ${i}` }).catch((error) => error),
      );
    const calls = [...ask(false, 25), ...ask(true, 25)];
    await turns();
    expect(ends).toHaveLength(2);

    for (let done = 0; done < 42; done += 1) {
      ends[done]?.();
      await turns();
      expect(ends).toHaveLength(Math.min(done + 3, 42));
    }
    const results = await Promise.all(calls);
    expect(results.filter((result) => result === "")).toHaveLength(42);
    expect(results.filter((result) => result instanceof HasherBusy)).toHaveLength(8);
    expect(results.find((result) => result !== "")).toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
  });

  it("takes the known ones first, whenever they came", async () => {
    const { hasher: slow, ends, hashes } = stalled();
    const ask = (isKnown: boolean, name: string) => slow.verify(name, "x", { isKnown, name });
    const calls = ["1", "2", "3", "4"].map((name) => ask(false, name));
    calls.push(ask(true, "known 1"), ask(true, "known 2"));
    for (let done = 0; done < 6; done += 1) {
      await turns();
      ends[done]?.();
    }
    await Promise.all(calls);
    expect(hashes).toEqual(["1", "2", "known 1", "known 2", "3", "4"]);
  });

  it.each([true, false])("lets four of one name wait (known: %s)", async (isKnown) => {
    const { hasher: slow, ends } = stalled();
    const ask = (name: string) => slow.hash("x", { isKnown, name }).then(String, ({ code }) => code);
    const calls = [...Array.from({ length: 8 }, () => ask("one")), ask("another")];
    for (let done = 0; done < 7; done += 1) {
      await turns();
      ends[done]?.();
    }
    expect(await Promise.all(calls)).toEqual(["", "", "", "", "", "", "unavailable", "unavailable", ""]);
  });

  it.each([
    [false, 5, 20],
    [true, 10, 40],
  ])("gives each name a place before one has two, when others have all (known: %s)", async (isKnown, few, places) => {
    const { hasher: slow, ends, hashes } = stalled();
    const ask = (name: string) => slow.verify(name, "x", { isKnown, name }).then(String, ({ code }) => code);
    const running = [ask("running"), ask("running")];
    const crowd = Array.from({ length: few * 4 }, (_, i) => ask(`crowd ${i % few}`));
    await turns();
    const newcomers = Array.from({ length: places }, (_, i) => ask(`newcomer ${i}`));
    for (let done = 0; done < places + 2; done += 1) {
      await turns();
      ends[done]?.();
    }
    expect(await Promise.all(running)).toEqual(["true", "true"]);
    const answers = await Promise.all(crowd);
    expect(answers.slice(0, few)).toEqual(Array(few).fill("true")); // the oldest of each name stayed
    expect(new Set(answers.slice(few))).toEqual(new Set(["unavailable"]));
    // Once each has one, who comes later takes it from nobody.
    expect(await Promise.all(newcomers)).toEqual([
      ...Array(places - few).fill("true"),
      ...Array(few).fill("unavailable"),
    ]);
    expect(hashes).toHaveLength(places + 2);
  });

  it("goes on after work that has failed", async () => {
    const failing = createPasswordHasher({
      hash: () => Promise.reject(new Error("no memory")),
      verify: () => Promise.reject(new Error("no memory")),
    });
    for (let i = 0; i < 60; i += 1) await expect(failing.hash("x", ONE)).rejects.toThrow("no memory");
  });

  it("leaves the event loop to others", async () => {
    let turnsTaken = 0;
    let isDone = false;
    const count = () => {
      turnsTaken += 1;
      if (!isDone) setImmediate(count);
    };
    count();
    await Promise.all(Array.from({ length: 4 }, () => hasher.hash("x", ONE)));
    isDone = true;
    expect(turnsTaken).toBeGreaterThan(20);
  });
});
