import { beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { newId, type ProjectId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import { one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { memberApi } from "#service/routes.ts";
import { routeDeps } from "#service/testing/neighbours.harness.ts";
import { fails, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { DASHBOARD } from "#slices/members/scope-routes.ts";
import { givenPages, type Someone } from "#slices/members/testing/pages.harness.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { type BeginFile, beginFile } from "./begin-file.ts";
import { fileRoutes } from "./dashboard-routes.ts";
import { findFile } from "./find-file.ts";
import { forgetFiles } from "./forget-files.ts";
import { FILE_KNOWN_MS, FILE_REMEMBERED_MS, FILES_MAX } from "./model/begun-file.ts";

const random = machineRandom();
const PRINT = "0f".repeat(32);
const OTHER = "f0".repeat(32);

onDatabase("a file that is begun", (database) => {
  let nowMs = 0;
  const clock = { ...machineClock, now: () => new Date(nowMs) };
  const deps = () => ({ db: database().db, clock, random });
  const begin = (projectId: ProjectId, file: Partial<BeginFile> = {}) =>
    beginFile(deps(), { projectId, kind: "payments", print: PRINT, ...file });
  const newProject = () => newId<ProjectId>(random);
  /** As many as want it, all at once. */
  const race = (projectId: ProjectId, file: Partial<BeginFile> = {}) =>
    Promise.all(Array.from({ length: 40 }, () => begin(projectId, file)));
  const forgotten = () => forgetFiles(deps());

  beforeEach(async () => {
    await database().admin.query(sql`delete from idempotency.begun_file`);
    nowMs = Date.parse("2026-11-20T16:12:00.043Z");
  });

  it("gets one key, however many begin it at once", async () => {
    const begun = await race(newProject());
    expect(new Set(begun.map(({ key }) => key)).size).toBe(1);
    expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(begun[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  });

  it("has the same key and time when it is begun again, such as by who has lost the answer", async () => {
    const project = newProject();
    const first = await begin(project);
    expect(first).toEqual({ key: first.key, begunAt: new Date(nowMs), isNew: true });
    nowMs += FILE_KNOWN_MS - 1;
    expect(await begin(project)).toEqual({ ...first, isNew: false });
  });

  it("is another one of another project, of another kind, and with another print", async () => {
    const project = newProject();
    const begun = [
      await begin(project),
      await begin(newProject()),
      await begin(project, { kind: "vouchers" }),
      await begin(project, { print: OTHER }),
    ];
    expect(begun.map(({ isNew }) => isNew)).toEqual([true, true, true, true]);
    expect(new Set(begun.map(({ key }) => key)).size).toBe(4);
  });

  it("is begun once more by one of those who want it, and not again by who has lost that answer", async () => {
    const project = newProject();
    const { key: first } = await begin(project);
    nowMs += 1_000;
    const begun = await race(project, { again: first });
    const [again] = begun.filter(({ isNew }) => isNew);
    expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(begun.map(({ key }) => key))).toEqual(new Set([again?.key]));
    expect(again?.key).not.toBe(first);
    expect(again?.begunAt).toEqual(new Date(nowMs));
    nowMs += 1_000;
    expect(await begin(project, { again: first })).toEqual({ ...again, isNew: false });
    expect(await begin(project)).toEqual({ ...again, isNew: false });
  });

  it("is new after 14 days, once for all who begin it then, and its rows ask for new payments for 90 days", async () => {
    const project = newProject();
    const first = await begin(project);
    nowMs += FILE_KNOWN_MS;
    const begun = await race(project);
    expect(new Set(begun.map(({ key }) => key)).size).toBe(1);
    expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(begun[0]).toMatchObject({ begunAt: new Date(nowMs) });
    expect(begun[0]?.key).not.toBe(first.key);
    nowMs += FILE_REMEMBERED_MS - 1;
    expect(await forgotten()).toBe(0);
    const third = await begin(project);
    expect(new Set([first.key, begun[0]?.key, third.key]).size).toBe(3);
    await begin(project, { print: OTHER });
    nowMs += FILE_REMEMBERED_MS;
    expect(await forgotten()).toBe(2);
    expect(await forgotten()).toBe(0);
    expect(await begin(project)).toMatchObject({ key: first.key, isNew: true });
  });

  it("has the same key whenever it is begun so often, also when nothing is known of it: after a restore", async () => {
    const project = newProject();
    const keysOf = async () => {
      await database().admin.query(sql`delete from idempotency.begun_file`);
      const { key: first } = await begin(project);
      const { key: second } = await begin(project, { again: first });
      nowMs += FILE_KNOWN_MS + 1;
      const { key: third } = await begin(project);
      return [first, second, third];
    };
    const keys = await keysOf();
    expect(new Set(keys).size).toBe(3);
    expect(await keysOf()).toEqual(keys);
  });

  it("keeps the key that an earlier version gave it, until it is over", async () => {
    const project = newProject();
    await database().admin.query(sql`
      insert into idempotency.begun_file (project_id, kind, print, key, begun_at)
      values (${project}, 'payments', decode(${PRINT}, 'hex'), 'of 0072', ${new Date(nowMs)})`);
    expect(await begin(project)).toMatchObject({ key: "of 0072", isNew: false });
    const again = await race(project, { again: "of 0072" });
    expect(new Set(again.map(({ key }) => key)).size).toBe(1);
    expect(again[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(again[0]?.key).not.toBe((await begin(newProject(), { again: "of 0072" })).key);
  });

  it("is found by its key in its project and kind, until it is begun once more or is over", async () => {
    const project = newProject();
    const { key, begunAt } = await begin(project);
    const find = (over: Partial<Parameters<typeof findFile>[1]> = {}) =>
      findFile(deps(), { projectId: project, kind: "payments", key, ...over });
    expect(await find()).toEqual({ key, begunAt });
    expect(await find({ projectId: newProject() })).toBeUndefined();
    expect(await find({ kind: "vouchers" })).toBeUndefined();
    nowMs += FILE_KNOWN_MS - 1;
    expect(await find()).toEqual({ key, begunAt });
    nowMs += 1;
    expect(await find()).toBeUndefined();
    const again = await begin(project);
    expect([await find(), (await find({ key: again.key }))?.key]).toEqual([undefined, again.key]);
  });

  describe("of a project with a thousand others", () => {
    const fill = async (project: ProjectId, count: number) => {
      await database().admin.query(sql`
        insert into idempotency.begun_file (project_id, kind, print, key, begun_at)
        select ${project}, 'vouchers', sha256(convert_to(n::text, 'UTF8')), n::text, ${new Date(nowMs)}
          from generate_series(1, ${count}) n`);
    };
    const countOf = async (project: ProjectId) =>
      one(
        await database().db.query<{ count: number }>(sql`
          select count(*)::int as count from idempotency.begun_file where project_id = ${project}`),
      ).count;

    it("takes the place of the oldest, when that is over; which has its key when it is begun again", async () => {
      const [project, other] = [newProject(), newProject()];
      const first = await begin(project);
      await begin(other);
      nowMs += FILE_KNOWN_MS / 2;
      await fill(project, FILES_MAX - 1);
      nowMs += FILE_KNOWN_MS / 2;
      const added = await begin(project, { print: OTHER });
      expect([await countOf(project), await countOf(other)]).toEqual([FILES_MAX, 1]);
      nowMs += FILE_KNOWN_MS;
      const prints = Array.from({ length: 40 }, (_, n) => n.toString(16).padStart(64, "0"));
      const newest = await Promise.all(prints.map((print) => begin(project, { print })));
      expect(await countOf(project)).toBe(FILES_MAX);
      for (const [n, { key }] of newest.entries())
        expect(await begin(project, { print: prints[n] ?? "" })).toMatchObject({ key, isNew: false });
      expect((await begin(project, { print: OTHER })).key).not.toBe(added.key);
      expect(await begin(project)).toEqual({ key: first.key, begunAt: new Date(nowMs), isNew: true });
      expect(await countOf(project)).toBe(FILES_MAX);
    });

    it("is refused while all of them are known, and says until when; these go on, and other projects", async () => {
      const project = newProject();
      const first = await begin(project);
      nowMs += 1_000;
      await fill(project, FILES_MAX + 4); // as when five were begun at once
      const refused = { code: "rate_limited", message: expect.stringContaining("pay without a file") };
      nowMs += 1_000;
      await expect(begin(project, { print: OTHER })).rejects.toMatchObject({
        ...refused,
        retryAfterSeconds: FILE_KNOWN_MS / 1_000 - 2,
      });
      expect(await begin(project)).toEqual({ ...first, isNew: false });
      const again = await begin(project, { again: first.key });
      expect(again.isNew).toBe(true);
      expect((await begin(newProject())).isNew).toBe(true);
      expect(await countOf(project)).toBe(FILES_MAX + 5);
      nowMs += FILE_KNOWN_MS - 1_001;
      await expect(begin(project, { print: OTHER })).rejects.toMatchObject({ ...refused, retryAfterSeconds: 1 });
      nowMs += 1;
      expect((await begin(project, { print: OTHER })).isNew).toBe(true);
      expect([await countOf(project), (await begin(project)).key]).toEqual([FILES_MAX, again.key]);
    });
  });
});

onDatabase("the files of a project's pages", (database) => {
  async function given() {
    const world = createWorld(database());
    world.node.plan = settles();
    const { db } = database();
    const files = fileRoutes({ db, clock: machineClock, random });
    const pages = await givenPages(database(), { routes: [files, ...memberApi(routeDeps(world))] });
    const projectWith = async (name: string) => {
      const caller = await world.project(name, sats(100_000n));
      const id = caller.wallet.owner.id as ProjectId;
      const of = (path: string) => `${DASHBOARD}/projects/${id}${path}`;
      const post = (as: Someone, path: string, payload: object, key?: string) =>
        pages.call("POST", of(path), { as, payload, ...(key && { headers: { "idempotency-key": key } }) });
      const get = (as: Someone, path: string) => pages.call("GET", of(path), { as });
      return { caller, id, post, get };
    };
    return { ...pages, world, projectWith };
  }
  const file = { kind: "payments", print: PRINT };

  it("are the same for all members, and unknown to another project", async () => {
    const { projectWith, member } = await given();
    const [shop, other] = [await projectWith("shop"), await projectWith("other")];
    const [ann, ben, eve] = [
      await member(shop, "owner"),
      await member(shop, "developer"),
      await member(other, "owner"),
    ];
    const { data: first } = await shop.post(ann, "/files", file);
    const key = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(first).toEqual({ key, begunAt: expect.any(String), knownUntil: expect.any(String), isNew: true });
    expect(Date.parse(first.knownUntil) - Date.parse(first.begunAt)).toBe(FILE_KNOWN_MS);
    const { data: theirs } = await other.post(eve, "/files", file);
    expect([theirs.isNew, theirs.key === first.key]).toEqual([true, false]);
    const { data: taken } = await other.post(eve, "/files", { ...file, again: first.key });
    expect(taken).toEqual({ ...theirs, isNew: false });
    expect(await shop.post(eve, "/files", file)).toMatchObject({ status: 404, code: "project_not_found" });
    const find = (as: Someone, of = shop) => of.get(as, `/files/payments/${first.key}`);
    expect((await find(ben)).data).toEqual({ ...first, isNew: false });
    expect(await find(eve)).toMatchObject({ status: 404, code: "project_not_found" });
    expect(await find(eve, other)).toMatchObject({ status: 404, code: "not_found" });
    expect((await shop.post(ben, "/files", file)).data).toEqual({ ...first, isNew: false });
    const { data: again } = await shop.post(ben, "/files", { ...file, again: first.key });
    expect([again.isNew, again.key === first.key]).toEqual([true, false]);
    expect((await shop.post(ann, "/files", file)).data).toEqual({ ...again, isNew: false });
  });

  it("ask for the same payment and the same voucher, whichever member goes on with them", async () => {
    const { projectWith, member, world } = await given();
    const shop = await projectWith("twice");
    const [ann, ben] = [await member(shop, "owner"), await member(shop, "developer")];
    const balance = () => world.balance(shop.caller as Caller);
    const payment = { lnAddress: world.recipient("ann"), amount: "1000000" };
    const voucher = { amount: "2000000" };
    const before = await balance();
    const ids: string[][] = [];
    let fee = 0n;
    for (const as of [ann, ben]) {
      const { data: payments } = await shop.post(as, "/files", file);
      const paid = await shop.post(as, "/v0/ln-address/send-payment", payment, `${payments.key}-0`);
      const { data: vouchers } = await shop.post(as, "/files", { ...file, kind: "vouchers" });
      const made = await shop.post(as, "/v1/create-voucher", voucher, `${vouchers.key}-0`);
      expect([paid.status, made.status], paid.body + made.body).toEqual([200, 200]);
      ids.push([paid.data.id, made.data.id]);
      fee = BigInt(paid.data.fee);
    }
    await world.settled();
    expect(ids[1]).toEqual(ids[0]);
    expect(before - (await balance())).toBe(3_000_000n + fee);
  });

  it("answer every member which rows have a payment that failed, and so a key that is used up", async () => {
    const { projectWith, member, world } = await given();
    const shop = await projectWith("fails");
    const [ann, ben] = [await member(shop, "owner"), await member(shop, "developer")];
    const { data: begun } = await shop.post(ann, "/files", file);
    const pay = (as: Someone, to: string, key: string) =>
      shop.post(as, "/v0/ln-address/send-payment", { lnAddress: to, amount: "1000000" }, `${begun.key}-${key}`);
    world.node.plan = fails();
    const to = world.recipient("bob");
    const failed = await pay(ann, to, "0");
    expect(failed).toMatchObject({ status: 400, data: { id: expect.any(String), status: "failed" } });
    expect(await pay(ben, to, "0")).toMatchObject({ status: 400, data: { id: failed.data.id, status: "failed" } });
    world.node.plan = settles();
    const tooMuch = { lnAddress: to, amount: "100000000" };
    const refused = await shop.post(ann, "/v0/ln-address/send-payment", tooMuch, `${begun.key}-1`);
    expect([refused.status, refused.data]).toEqual([400, undefined]);
    expect(await pay(ben, to, "1")).toMatchObject({ status: 200, data: { status: "completed" } });
  });

  it("take a kind and a print, and only from who may send, after a fresh login", async () => {
    const { projectWith, member } = await given();
    const shop = await projectWith("roles");
    const [ann, viewer] = [await member(shop, "owner"), await member(shop, "viewer")];
    const stale = await member(shop, "owner", 11);
    for (const wrong of [{ kind: "charges" }, { print: PRINT.toUpperCase() }, { print: "0f" }, { again: "x" }])
      expect(await shop.post(ann, "/files", { ...file, ...wrong })).toMatchObject({
        status: 400,
        code: "invalid_input",
      });
    expect(await shop.post(viewer, "/files", file)).toMatchObject({ status: 403, code: "role_missing" });
    const { key } = (await shop.post(ann, "/files", { ...file, print: OTHER })).data;
    expect(await shop.get(viewer, `/files/payments/${key}`)).toMatchObject({ status: 403, code: "role_missing" });
    for (const path of [`/files/charges/${key}`, "/files/payments/x"])
      expect(await shop.get(ann, path)).toMatchObject({ status: 400, code: "invalid_input" });
    expect(await shop.post(stale, "/files", file)).toMatchObject({ status: 403, code: "fresh_login_needed" });
    expect((await shop.post(ann, "/files", file)).data.isNew).toBe(true);
  });
});
