import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import type { ProjectId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import { one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { pay } from "#slices/payments/accept/pay.ts";
import { keyOf, withPolicy } from "#slices/payments/testing/key-policy.harness.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { givenPages } from "./testing/pages.harness.ts";

onDatabase("what is written down of a payment of a project", (database) => {
  it("is its hash, and who ordered it: the member, or the key by its name, which is not known for a key without rules", async () => {
    const world = createWorld(database());
    const pages = await givenPages(database());
    const plain = await world.project("shop", sats(1_000n));
    const project = { id: plain.wallet.owner.id as ProjectId };
    const member = await pages.member(project, "developer");
    const [row] = await database().admin.query<{ keyId: ReturnType<typeof keyOf> }>(sql`
      select key_id as "keyId" from members.member where project_id = ${project.id}`);
    const key = await withPolicy(database(), plain, { scopes: ["send"] });
    const { actor } = key;
    if (actor.kind !== "project" || row === undefined) throw new Error("a project has keys, and a member has one");
    const asMember: Caller = { ...key, actor: { ...actor, keyId: row.keyId } };

    const hashOf = async (id: string) => {
      const rows = await database().admin.query<{ hash: string }>(sql`
        select encode(payment_hash, 'hex') as hash from payments.payment where id = ${id}`);
      return one(rows).hash;
    };
    const read = async (by: Caller, as: typeof member) => {
      const request = world.request(by, { lnAddress: world.recipient("cafe"), amount: sats(1n) });
      const { payment } = await pay(world.pay, request);
      const path = `/dashboard/api/projects/${project.id}/payments/${payment.id}/record`;
      const { data, ...answer } = await pages.call("GET", path, { as });
      if (data !== undefined) expect(data.paymentHash).toBe(await hashOf(payment.id));
      return { data, ...answer };
    };
    expect((await read(asMember, member)).data.orderer).toEqual({
      kind: "member",
      id: member.user.id,
      name: member.user.gamertag,
    });
    expect((await read(key, member)).data.orderer).toMatchObject({
      kind: "key",
      id: keyOf(key),
      name: expect.stringMatching(/./),
    });
    expect((await read(plain, member)).data.orderer).toBeNull();
    expect(await read(await world.project("other", sats(1_000n)), member)).toMatchObject({ code: "payment_not_found" });
  });
});
