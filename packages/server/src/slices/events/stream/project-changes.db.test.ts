import { expect, it } from "vitest";
import { newId, type ProjectId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createKey, renameKey, revokeKey, setContact, setKeyRules } from "#projects";
import { emailAddress } from "#protocol/email-address.ts";
import { acceptInvitation, declineInvitation } from "#slices/members/accept-invitation.ts";
import { addMember } from "#slices/members/add-member.ts";
import { changeMember } from "#slices/members/change-member.ts";
import { inviteMember } from "#slices/members/invite-member.ts";
import { type ChangeId, insertChange, updateOutcome } from "#slices/members/store/changes.ts";
import type { Someone } from "#slices/members/testing/pages.harness.ts";
import { changeApp, rotateSecret } from "#slices/oauth/apps/change-app.ts";
import { createApp } from "#slices/oauth/apps/create-app.ts";
import { openPages } from "../testing/open-pages.harness.ts";

onDatabase("the stream of an open page of a project", (database) => {
  const { given, write, walletOf } = openPages(database);

  /** Without a status it is under way. */
  async function changeBy({ user }: Someone, projectId: ProjectId, status?: number): Promise<string> {
    const id = newId<ChangeId>(machineRandom());
    const [askedAt, subject] = [new Date(), undefined];
    const asked = { role: "owner", operation: "revokeKey", requestId: "r", network: "203.0.113.7" } as const;
    await insertChange(database().db, { id, projectId, userId: user.id, ...asked, subject, askedAt });
    if (status !== undefined) await finish(id, status);
    return id;
  }
  const finish = (id: string, status: number) =>
    updateOutcome(database().db, { id: id as ChangeId, status, made: undefined });

  it("has what a member has changed, once it is done, and of nothing that was refused or is of another project", async () => {
    const { open, ofProject, project, member, events } = await given();
    const [shop, other] = [await project(), await project()];
    const [owner, foreign] = [await member(shop, "owner"), await member(other, "owner")];
    const [page, elsewhere] = [await open(ofProject(shop.id), owner), await open(ofProject(other.id), foreign)];
    const change = (status?: number) => changeBy(owner, shop.id, status);
    const place = await events.watch.placeNow(await walletOf(shop.walletId));
    const under = await change();
    await change(400);
    const [fence] = await write(shop.id);
    expect((await page.received(1)).map(({ id }) => id)).toEqual([fence]);
    await change(200);
    expect((await page.received(2))[1]).toEqual({ id: undefined, type: "project.changed" });

    // The one that began first ends last.
    await finish(under, 201);
    expect((await page.received(3))[2]).toEqual({ id: undefined, type: "project.changed" });
    expect(elsewhere.changes()).toEqual([]);

    const away = await open(ofProject(shop.id, `?after=${place}`), owner);
    expect((await away.received(3)).map(({ type }) => type)).toContain("project.changed");
  });

  it("has that somebody has answered an invitation, and nothing of it for another project", async () => {
    const { open, ofProject, project, member, someone, deps } = await given();
    const [shop, other] = [await project(), await project()];
    const [owner, foreign] = [await member(shop, "owner"), await member(other, "owner")];
    const [page, elsewhere] = [await open(ofProject(shop.id), owner), await open(ofProject(other.id), foreign)];
    for (const [n, answer] of [acceptInvitation, declineInvitation].entries()) {
      const { user } = await someone();
      const project = { ...shop, language: "en" } as const;
      const invited = { project, email: emailAddress(user.email), role: "viewer", by: undefined } as const;
      const { id: invitation } = await inviteMember(deps, invited);
      expect((await page.received(2 * n + 1)).at(-1)).toEqual({ id: undefined, type: "project.changed" });
      await answer(deps, { user, invitation });
      expect((await page.received(2 * n + 2)).at(-1)).toEqual({ id: undefined, type: "project.changed" });
    }
    expect(elsewhere.changes()).toEqual([]);
  });

  it("has what a command of the operator has changed, each by itself, and not that a key was used", async () => {
    const { open, ofProject, project, member, someone, deps } = await given();
    const [shop, other] = [await project(), await project()];
    const [owner, foreign] = [await member(shop, "owner"), await member(other, "owner")];
    const { key } = await createKey(deps, { projectId: shop.id, name: "shop" });
    const app = { name: "a game", redirectUris: ["https://shop.example/back"] };
    const { app: game } = await createApp(deps, { projectId: shop.id, ...app });
    const [{ user }, helper] = [await someone(), await someone()];
    const id = await addMember(deps, { projectId: shop.id, userId: helper.user.id, role: "viewer" });
    const [page, elsewhere] = [await open(ofProject(shop.id), owner), await open(ofProject(other.id), foreign)];
    const commands: Record<string, () => Promise<unknown>> = {
      "key create": () => createKey(deps, { projectId: shop.id, name: "second" }),
      "key rename": () => renameKey(deps, key, "first"),
      "key restrict": () => setKeyRules(deps, { keyId: key.id, rules: { cap: sats(5n) } }),
      "key revoke": () => revokeKey(deps, { keyId: key.id }),
      "project contact": () => setContact(deps, { project: shop.id, address: emailAddress("ops@shop.example") }),
      "project add-member": () => addMember(deps, { projectId: shop.id, userId: user.id, role: "viewer" }),
      "role of a member": () => changeMember(deps, { project: shop.id, id, changes: { role: "developer" } }),
      "app create": () => createApp(deps, { projectId: shop.id, ...app }),
      "app rename": () => changeApp(deps, game, { name: "another game" }),
      "app rotate": () => rotateSecret(deps, game),
    };
    await database().admin.query(sql`update projects.project_key set last_used_at = now() where id = ${key.id}`);
    for (const [n, [command, run]] of Object.entries(commands).entries()) {
      await run();
      const received = await page.received(n + 1);
      expect(received, command).toEqual(Array(n + 1).fill({ id: undefined, type: "project.changed" }));
    }
    expect(elsewhere.changes()).toEqual([]);
  });
});
