import { expect, it } from "vitest";
import { InvalidInput } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import { findLimits, findRemaining } from "#ledger";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { pay as accept } from "#slices/payments/accept/pay.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { createRecipientCache, findWallet, recipientsAt } from "#wallets";
import { changeProject, type ProjectChanges } from "./change-project.ts";
import { createProject } from "./create-project.ts";
import type { Project } from "./model/project.ts";
import { setProjectLanguage } from "./set-project-language.ts";
import { findPolicy, findProject } from "./store.ts";

const random = machineRandom();
const NO_LIMITS = { daily: undefined, weekly: undefined, monthly: undefined, maxBalance: undefined };

onDatabase("changeProject", (database) => {
  const given = (name: string = random.uuid()) => createProject({ batch: database().batch, random }, { name });
  const change = (project: Pick<Project, "id" | "walletId">, changes: ProjectChanges) =>
    changeProject({ ...database(), clock: machineClock }, project, changes);
  const policyOf = ({ id }: Project) => findPolicy(database().db, id);
  const limitsOf = async ({ walletId }: Project) => {
    const wallet = await findWallet(database().db, walletId);
    if (wallet === undefined) throw new Error("the project has no wallet");
    return await findLimits(database().db, wallet.account);
  };

  it("changes what is named and leaves the rest", async () => {
    const project = await given();
    expect(await policyOf(project)).toEqual({ feeCeilingBasisPoints: 500n, internalIdIsUnique: false });

    await change(project, { feeCeilingBasisPoints: 0n });
    await change(project, { internalIdIsUnique: true });
    expect(await policyOf(project)).toEqual({ feeCeilingBasisPoints: 0n, internalIdIsUnique: true });

    await change(project, { feeCeilingBasisPoints: 10_000n, internalIdIsUnique: false });
    expect(await policyOf(project)).toEqual({ feeCeilingBasisPoints: 10_000n, internalIdIsUnique: false });
    expect(await findProject(database().db, project.id)).toEqual(project);
    expect(await limitsOf(project)).toEqual(NO_LIMITS);
  });

  it("has English mails until another language is set, and no language that there are no texts in", async () => {
    const [project, other] = [await given(), await given()];
    const languageOf = async ({ id }: Project) => (await findProject(database().db, id))?.language;
    expect([project.language, await languageOf(project)]).toEqual(["en", "en"]);
    expect(await setProjectLanguage(database(), project.id, "pt")).toBe("pt");
    expect([await languageOf(project), await languageOf(other)]).toEqual(["pt", "en"]);
    for (const wrong of ["xx", "DE", "de-AT", ""])
      await expect(setProjectLanguage(database(), project.id, wrong)).rejects.toBeInstanceOf(InvalidInput);
    expect(await languageOf(project)).toBe("pt");
    await expect(setProjectLanguage(database(), newId<Project["id"]>(random), "de")).rejects.toMatchObject({
      code: "project_not_found",
    });
  });

  it("sets limits one by one, and lifts them", async () => {
    const project = await given();
    await change(project, { limits: { daily: msats(5n), maxBalance: msats(0n) } });
    await change(project, { limits: { weekly: msats(6n), monthly: msats(7n) } });
    expect(await limitsOf(project)).toEqual({ daily: 5n, weekly: 6n, monthly: 7n, maxBalance: 0n });

    await change(project, { limits: { daily: undefined, maxBalance: msats(8n) } });
    expect(await limitsOf(project)).toEqual({ daily: undefined, weekly: 6n, monthly: 7n, maxBalance: 8n });
    await change(project, { limits: NO_LIMITS });
    expect(await limitsOf(project)).toEqual(NO_LIMITS);
  });

  it("loses none of the limits that are set at the same time", async () => {
    const project = await given();
    await Promise.all(
      (["daily", "weekly", "monthly", "maxBalance"] as const).map((limit) =>
        change(project, { limits: { [limit]: msats(9n) } }),
      ),
    );
    expect(await limitsOf(project)).toEqual({ daily: 9n, weekly: 9n, monthly: 9n, maxBalance: 9n });
  });

  it("gives another name and keeps the address", async () => {
    const { db } = database();
    const project = await given("Corner Shop");

    await change(project, { name: "  Main Street " });

    expect(await findProject(db, "MAIN STREET")).toEqual({ ...project, name: "Main Street" });
    expect(await findProject(db, "Corner Shop")).toBeUndefined();
    const recipientOf = recipientsAt("leyden.example", { db, recipientCache: createRecipientCache(machineClock) });
    expect(await recipientOf({ host: "leyden.example", user: "corner-shop" })).toMatchObject({ id: project.walletId });
    expect((await given("corner shop")).handle).toBe("corner-shop-2");
  });

  it("writes a name in another spelling for the project that has it", async () => {
    const project = await given("spelling");
    await change(project, { name: "SPELLING" });
    expect(await findProject(database().db, project.id)).toMatchObject({ name: "SPELLING" });
  });

  it("gives a name to one of eight that want it at the same time", async () => {
    const projects = await Promise.all(Array.from({ length: 8 }, () => given()));
    const results = await Promise.allSettled(projects.map((project) => change(project, { name: "wanted" })));

    const lost = results.filter((result) => result.status === "rejected");
    expect(lost.map(({ reason }) => reason.code)).toEqual(Array(7).fill("project_name_taken"));
  });

  it("changes nothing when the name is taken or a value is not allowed", async () => {
    const project = await given("whole");
    await given("taken");
    const others = { internalIdIsUnique: true, limits: { daily: msats(1n) } };

    await expect(change(project, { ...others, name: "Taken" })).rejects.toMatchObject({ code: "project_name_taken" });
    for (const wrong of [{ name: " " }, { feeCeilingBasisPoints: -1n }, { feeCeilingBasisPoints: 10_001n }])
      await expect(change(project, { ...others, ...wrong })).rejects.toBeInstanceOf(InvalidInput);

    expect(await findProject(database().db, project.id)).toEqual(project);
    expect(await policyOf(project)).toEqual({ feeCeilingBasisPoints: 500n, internalIdIsUnique: false });
    expect(await limitsOf(project)).toEqual(NO_LIMITS);
  });

  it("knows no project that does not exist", async () => {
    const unknown = { id: newId<Project["id"]>(random), walletId: newId<Project["walletId"]>(random) };
    await expect(change(unknown, { name: "unknown" })).rejects.toMatchObject({ code: "project_not_found" });
  });

  it("refuses the next payment that would pass a limit, and takes it when the limit is lifted", async () => {
    const world = createWorld(database());
    const caller = await world.project("limited", sats(10_000n));
    const project = { id: caller.wallet.owner.id as Project["id"], walletId: caller.wallet.id };
    const request = world.request(caller, { lnAddress: world.recipient("shop"), amount: sats(100n) });
    const pay = async () => {
      const { payment } = await accept(world.pay, request);
      await world.settled();
      return payment.progress.kind;
    };

    await change(project, { limits: { daily: msats(150_000n) } });
    expect(await pay()).toBe("completed");
    await expect(pay()).rejects.toMatchObject({ code: "limit_exceeded" });
    // fees do not count
    expect((await findRemaining(database().db, caller.wallet.account, machineClock.now())).daily).toBe(50_000n);

    await change(project, { limits: { daily: undefined } });
    expect(await pay()).toBe("completed");
  });
});
