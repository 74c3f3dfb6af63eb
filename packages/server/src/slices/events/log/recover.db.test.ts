import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenCaller, random } from "#slices/receiving/testing/receiving.harness.ts";
import type { EndpointId } from "../model/event.ts";
import { countRecoverable } from "../store/recoverable.ts";
import { type Delivering, givenDelivering } from "../testing/delivering.harness.ts";
import { previewRecover, recover } from "./recover.ts";

const MINUTE_MS = 60_000;

onDatabase("what would be sent again", (database) => {
  let shop: Caller;
  let other: Caller;
  let world: Delivering;
  let since: Date;

  beforeAll(async () => {
    [shop, other] = [await givenCaller(database()), await givenCaller(database())];
  });
  beforeEach(async () => {
    world = await givenDelivering(database());
    since = world.clock.now();
    world.clock.advance(MINUTE_MS);
  });

  const deps = () => ({ db: database().db, clock: world.clock, random });
  const owner = () => shop.wallet.owner.id;
  const ask = (changes: object = {}) => ({ caller: shop, since, ...changes });
  const preview = async (changes: object = {}) => {
    const { waiting, failed, isCut } = await previewRecover(deps(), ask(changes));
    expect(isCut).toBe(false);
    return [waiting, failed];
  };
  /** Events to receivers that refuse them once; then these wait for a later attempt. */
  async function givenWaiting(count: number, callbackUrl?: string): Promise<readonly string[]> {
    const append = { owner: owner(), at: world.clock.now(), ...(callbackUrl !== undefined && { callbackUrl }) };
    const ids: string[] = [];
    for (let i = 0; i < count; i += 1) ids.push(await world.append(append));
    await world.run();
    return ids;
  }
  const giveUp = (events: readonly string[], at = world.clock.now()) =>
    database().admin.query(sql`
      update events.delivery
         set state = 'failed', due_at = null, finished_at = ${at}
       where event_id = any (${events}::uuid[])`);

  it("is counted as it is then sent, and nothing is changed by it", async () => {
    const broken = await world.answering(503);
    await givenWaiting(3, broken.url);
    await giveUp(await givenWaiting(2, broken.url));
    const rows = () => database().admin.query(sql`select * from events.delivery order by event_id`);
    const before = await rows();
    expect(await preview()).toEqual([3, 2]);
    expect(await rows()).toEqual(before);
    expect(await recover(deps(), ask())).toMatchObject({ resent: 5, nextSince: undefined });
    expect(await preview()).toEqual([0, 0]);
  });

  it("is made due once, also by a call whose time is before that of the one it waited for", async () => {
    const broken = await world.answering(503);
    await givenWaiting(2, broken.url);
    const now = world.clock.now();
    const at = (ms: number) => ({ ...deps(), clock: { ...world.clock, now: () => new Date(now.getTime() + ms) } });
    expect(await recover(at(5), ask())).toMatchObject({ resent: 2 });
    expect(await recover(at(0), ask())).toMatchObject({ resent: 0 });
  });

  it("is of the project, of the receiver that is named, and of the time since", async () => {
    const broken = await world.answering(503);
    const named = await world.endpoint(broken.url, owner());
    const [first] = await givenWaiting(1, broken.url); // to the callback and to the endpoint
    expect(await preview()).toEqual([2, 0]);
    expect(await preview({ endpointId: named as EndpointId })).toEqual([1, 0]);
    expect(await preview({ caller: other })).toEqual([0, 0]);
    await expect(preview({ caller: other, endpointId: named as EndpointId })).rejects.toMatchObject({
      code: "webhook_endpoint_not_found",
    });
    const later = () => ({ since: new Date(world.clock.now().getTime() + MINUTE_MS) });
    expect(await preview(later())).toEqual([0, 0]);
    await giveUp([first as string]);
    expect(await preview()).toEqual([0, 2]);
    expect(await preview({ endpointId: named as EndpointId })).toEqual([0, 1]);
    expect(await preview({ caller: other })).toEqual([0, 0]);
    expect(await preview(later())).toEqual([0, 0]);
  });

  it("leaves out what was never tried, and what can be sent nowhere any more", async () => {
    const broken = await world.answering(503);
    const endpoint = await world.endpoint(broken.url, owner());
    const [, given] = await givenWaiting(2);
    await giveUp([given as string]);
    expect(await preview()).toEqual([1, 1]);
    await world.append({ owner: owner(), at: world.clock.now() });
    expect(await preview()).toEqual([1, 1]);
    await database().admin.query(sql`
      update events.endpoint set state = 'disabled', disabled_reason = 'test' where id = ${endpoint}`);
    expect(await preview()).toEqual([0, 0]);
    expect(await recover(deps(), ask())).toMatchObject({ resent: 0 });
  });

  it("is counted up to a bound, and says that there may be more", async () => {
    const broken = await world.answering(503);
    await givenWaiting(3, broken.url);
    await giveUp(await givenWaiting(3, broken.url));
    const count = (max: number, lookedAtMax: number) =>
      countRecoverable(database().db, {
        ownerId: owner(),
        endpointId: undefined,
        since,
        now: world.clock.now(),
        max,
        lookedAtMax,
      });
    expect(await count(4, 4)).toEqual({ waiting: 3, failed: 3, isCut: false });
    expect(await count(2, 4)).toEqual({ waiting: 2, failed: 2, isCut: true });
    expect(await count(4, 3)).toEqual({ waiting: 3, failed: 3, isCut: true });
  });
});
