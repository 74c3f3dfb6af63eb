import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { givenVouchers, random } from "#slices/vouchers/testing/vouchers.harness.ts";
import { runOn } from "./run-on.harness.ts";

onDatabase("leyden voucher", (database) => {
  const run = runOn(database, "voucher");

  it("lists what can be taken and what is being paid out, oldest first, and shows no secret", async () => {
    const { issue, claim, revoke, world, codeOf } = await givenVouchers(database());
    world.node.plan = holds();
    const [open, claiming, asked, gone] = [await issue(), await issue(), await issue("withdrawal"), await issue()];
    await claim(claiming);
    await revoke(gone);

    const [head = "", ...lines] = (await run("list")).trimEnd().split("\n");
    expect(head.split(/ {2,}/)).toEqual(["id", "kind", "wallet", "msats", "state", "createdAt", "expiresAt"]);
    const cells = lines
      .map((line) => line.split(/ {2,}/))
      .map(([id, kind, , msats, state]) => [id, kind, msats, state]);
    expect(cells).toEqual([
      [open.voucher.id, "voucher", "1000000", "open"],
      [claiming.voucher.id, "voucher", "1000000", "claiming"],
      [asked.voucher.id, "withdrawal", "1000000", "open"],
    ]);

    for (const { voucher, token } of [open, claiming, asked]) {
      const text = await run("show", voucher.id);
      expect(JSON.parse(text)).toMatchObject({ id: voucher.id, kind: voucher.origin.kind, msats: "1000000" });
      for (const secret of [token, codeOf(voucher)]) if (secret !== "") expect(text).not.toContain(secret);
    }
    const byCode = JSON.parse(await run("show", codeOf(open.voucher).toLowerCase()));
    expect(byCode.id).toBe(open.voucher.id);
    const { state, paymentId } = JSON.parse(await run("show", claiming.voucher.id));
    expect([state, paymentId]).toEqual(["claiming", expect.any(String)]);
  });

  it("revokes by id: the value is back, and a second time is refused", async () => {
    const { issue, claim, world, issuer, balance, outstanding, reread, stateOf, breaches } = await givenVouchers(
      database(),
    );
    const before = await balance(issuer);
    const [secret, asked, claiming] = [await issue(), await issue("withdrawal"), await issue()];
    expect(await run("revoke", secret.voucher.id)).toBe(
      `${secret.voucher.id} of wallet ${issuer.wallet.id} over 1000000 msats is revoked.\n`,
    );
    await run("revoke", asked.voucher.id.toUpperCase());
    expect([await balance(issuer), await outstanding()]).toEqual([before - 1_000_000n, 1_000_000n]);
    expect((await reread(secret)).state).toMatchObject({ kind: "revoked", by: undefined });
    expect(await stateOf(asked)).toBe("revoked");
    await expect(run("revoke", secret.voucher.id)).rejects.toMatchObject({ code: "voucher_revoked" });

    world.node.plan = holds();
    await claim(claiming);
    await expect(run("revoke", claiming.voucher.id)).rejects.toMatchObject({ code: "voucher_claiming" });
    expect(await breaches()).toEqual([]);
  });

  it("says when there is none, and refuses what is no id", async () => {
    expect(await run("show", (await givenVouchers(database()).then(({ issue }) => issue())).voucher.id)).toContain(
      "open",
    );
    for (const command of ["show", "revoke"]) {
      await expect(run(command, random.uuid())).rejects.toMatchObject({ code: "voucher_not_found" });
      const code = command === "show" ? "voucher_not_found" : "invalid_input";
      await expect(run(command, "0A1B2C3D")).rejects.toMatchObject({ code });
      await expect(run(command, "0A1B2C3")).rejects.toMatchObject({ code: "invalid_input" });
    }
  });
});
