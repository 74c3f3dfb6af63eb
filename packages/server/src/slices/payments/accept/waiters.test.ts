import { describe, expect, it } from "vitest";
import type { PaymentId } from "#kernel/ids.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createEndings } from "./waiters.ts";

const id = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" as PaymentId;

describe("endings", () => {
  it("wake those who wait, and let the others sleep on", async () => {
    const endings = createEndings(machineClock, () => undefined);
    const woken: string[] = [];
    const wait = (name: string, of: PaymentId) => endings.wait(of, 10_000).then(() => woken.push(name));
    const waiting = [wait("one", id), wait("two", id)];
    const other = endings.wait("0197c5a1-8f5e-7d30-a1b2-000000000000" as PaymentId, 50);

    endings.announce(id);
    await Promise.all(waiting);
    expect(woken).toEqual(["one", "two"]);
    await other;
  });

  it("let one go who has hung up, and not the others", async () => {
    const endings = createEndings(machineClock, () => undefined);
    const gone = new AbortController();
    const woken: string[] = [];
    const one = endings.wait(id, 10_000, gone.signal).then(() => woken.push("one"));
    const two = endings.wait(id, 10_000).then(() => woken.push("two"));

    gone.abort();
    await one;
    expect(woken).toEqual(["one"]);
    endings.announce(id);
    await two;
  });

  it("read a payment once for all who wait for it, and anew when it was announced", async () => {
    const endings = createEndings(machineClock, () => undefined);
    let reads = 0;
    const load = async () => {
      reads += 1;
      return undefined;
    };
    const waiting = endings.wait(id, 10_000);
    await Promise.all(Array.from({ length: 1_000 }, () => endings.read(id, 500, load)));
    expect(reads).toBe(1);

    endings.announce(id);
    await endings.read(id, 500, load);
    expect(reads).toBe(2);
    await waiting;
  });

  it("read it anew for who allows no answer as old as the last, and not for the others", async () => {
    let nowMs = 0;
    const endings = createEndings({ ...machineClock, monotonicMs: () => nowMs }, () => undefined);
    let reads = 0;
    const load = async () => {
      reads += 1;
      return undefined;
    };
    const waiting = endings.wait(id, 50);
    await endings.read(id, 50, load);
    nowMs = 60;
    await endings.read(id, 500, load);
    expect(reads).toBe(1);
    await endings.read(id, 50, load);
    expect(reads).toBe(2);
    await waiting;
  });

  it("keep no answer that failed, and none when nobody waits", async () => {
    const endings = createEndings(machineClock, () => undefined);
    const waiting = endings.wait(id, 50);
    await expect(endings.read(id, 500, () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
    expect(await endings.read(id, 500, async () => undefined)).toBeUndefined();
    await waiting;

    let reads = 0;
    const load = async () => {
      reads += 1;
      return undefined;
    };
    await endings.read(id, 500, load);
    await endings.read(id, 500, load);
    expect(reads).toBe(2);
  });
});
