import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../log/store.ts";
import { openSweeper } from "./sweeper.ts";

const OUTPUTS = [Uint8Array.of(1), Uint8Array.of(2, 2), Uint8Array.of(3)];

describe("the sweeper", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leyden-sweeper-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A sweeper on the folder's store, whose outputs can be spent when `canSpend` says so. */
  function given(canSpend: (outputs: readonly Uint8Array[]) => boolean) {
    const { store } = openStore(folder);
    const sent: Uint8Array[] = [];
    const events: string[] = [];
    const sweeper = openSweeper({
      store,
      spend(outputs) {
        if (!canSpend(outputs)) throw new Error("the signer is away");
        return Buffer.concat(outputs);
      },
      send: (transaction) => void sent.push(Uint8Array.from(transaction)),
      log: (level, event) => void events.push(`${level} ${event}`),
    });
    return {
      ...sweeper,
      sent,
      events,
      close() {
        store.commit();
        store.close();
      },
    };
  }

  it("sends what it can spend, and keeps nothing", () => {
    const sweeper = given(() => true);
    sweeper.add(OUTPUTS);
    sweeper.retry();
    sweeper.close();
    expect(sweeper.sent).toEqual([Uint8Array.of(1, 2, 2, 3)]);
    expect(sweeper.events).toEqual([]);
  });

  it("keeps what it cannot spend, logs it, and sends it at a later start, once", () => {
    const failing = given(() => false);
    failing.add(OUTPUTS);
    failing.retry();
    failing.close();
    expect(failing.sent).toEqual([]);
    expect(failing.events).toEqual(["error outputs.not_swept", "debug outputs.not_swept"]);

    const working = given(() => true);
    working.retry();
    working.retry();
    working.close();
    expect(working.sent).toEqual([Uint8Array.of(1, 2, 2, 3)]);
    expect(working.events).toEqual(["info outputs.swept"]);

    const later = given(() => true);
    later.retry();
    later.close();
    expect(later.sent).toEqual([]);
  });

  it("sends the others when some cannot be spent, and mixes up none of them", () => {
    const first = given(() => false);
    first.add([Uint8Array.of(7)]);
    first.close();
    const second = given((outputs) => outputs.length > 1 && outputs[0]?.[0] === 1);
    second.add([Uint8Array.of(8)]);
    second.add(OUTPUTS);
    second.retry();
    second.close();
    expect(second.sent).toEqual([Uint8Array.of(1, 2, 2, 3)]);

    const third = given(() => true);
    third.retry();
    third.close();
    expect(third.sent).toEqual([Uint8Array.of(7), Uint8Array.of(8)]);
  });
});
