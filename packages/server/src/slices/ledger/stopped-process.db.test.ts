import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { findBalance } from "./index.ts";
import { openWallet, post } from "./testing/ledger.harness.ts";

/** Well below the timeouts that would end a lock that somebody left behind. */
const SOON_MS = 3_000;

onDatabase("a process that is stopped while it pays", (database) => {
  it("keeps nobody else from paying, whenever it is stopped", async () => {
    const { db, url } = database();
    const [alice, bob] = [await openWallet(db, 1_000_000n), await openWallet(db, 1_000n)];
    const spender = spawn(
      process.execPath,
      [join(import.meta.dirname, "testing/spender.harness.ts"), url, `${alice}`, `${bob}`],
      {
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
    try {
      await expect.poll(() => findBalance(db, bob), { timeout: 20_000 }).toBeGreaterThan(1_000n);
      for (let i = 0; i < 15; i += 1) {
        await machineClock.sleep(7 * i);
        spender.kill("SIGSTOP");
        const paid = post(db, new Date(), [{ debit: bob, credit: alice, amount: 1n }]);
        const late = machineClock.sleep(SOON_MS).then(() => "late");
        expect(await Promise.race([paid.then(({ outcome }) => outcome), late])).toEqual(["posted"]);
        spender.kill("SIGCONT");
      }
    } finally {
      spender.kill("SIGKILL");
      await once(spender, "exit");
    }
  });
});
