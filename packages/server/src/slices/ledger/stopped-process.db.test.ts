import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { findBalance } from "./store.ts";
import { openWallet, post } from "./testing/ledger.harness.ts";

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
      await expect.poll(() => findBalance(db, bob)).toBeGreaterThan(1_000n);
      for (let i = 0; i < 15; i += 1) {
        await machineClock.sleep(7 * i);
        spender.kill("SIGSTOP");
        // where somebody had left a lock behind, this would end with an error
        const { outcome } = await post(db, new Date(), [{ debit: bob, credit: alice, amount: 1n }]);
        expect(outcome).toEqual(["posted"]);
        spender.kill("SIGCONT");
      }
    } finally {
      spender.kill("SIGKILL");
      await once(spender, "exit");
    }
  });
});
