import { expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { blockUser } from "#login";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createKey, listKeys } from "#projects";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { addMember } from "./add-member.ts";
import { changeMember } from "./change-member.ts";
import { INVITATION_MS, INVITATION_PAUSE_MS, INVITATIONS_MAX } from "./model/invitation.ts";
import { MEMBER_CAP, MEMBER_DAILY, PROJECTS_OF_USER_MAX } from "./model/member.ts";
import { findMember, listMembers } from "./store/members.ts";
import { givenPages } from "./testing/pages.harness.ts";

const ME = "/dashboard/api/me";
const at = ({ id }: { readonly id: string }, rest: string) => `/dashboard/api/projects/${id}${rest}`;

onDatabase("a member", (database) => {
  it("is told the place of the project that a page opens next: of one of theirs alone", async () => {
    const pages = await givenPages(database());
    const [first, second, foreign] = [await pages.project(), await pages.project(), await pages.project()];
    const person = await pages.member(first, "viewer");
    await addMember(pages.deps, { projectId: second.id, userId: person.user.id, role: "viewer" });
    const placeOf = async (query: string) => (await pages.call("GET", `${ME}${query}`, { as: person })).data.place;
    expect(await placeOf("")).toBe(null);
    expect(await placeOf(`?project=${second.id}`)).toEqual({ project: second.id, after: expect.any(String) });
    for (const other of ["", foreign.id, "nonsense"])
      expect(await placeOf(`?project=${other}`)).toEqual({ project: first.id, after: expect.any(String) });
    const rows = await database().admin.query<{ owner_id: string }>(sql`select owner_id from events.listening`);
    expect(rows.map(({ owner_id }) => owner_id)).not.toContain(foreign.id);
    expect((await pages.call("GET", `${ME}?project=`, { as: await pages.someone() })).data.place).toBe(null);
  });

  it("sees the own projects, and what may be done in each", async () => {
    const pages = await givenPages(database());
    const [own, other] = [await pages.project(), await pages.project()];
    const viewer = await pages.member(own, "viewer");
    await pages.member(other, "owner");
    const { status, data } = await pages.call("GET", ME, { as: viewer });
    expect(status).toBe(200);
    expect(data.user).toEqual({ id: viewer.user.id, gamertag: viewer.user.gamertag, email: viewer.user.email });
    expect(data.projects).toEqual([
      expect.objectContaining({ id: own.id, name: own.name, role: "viewer", actions: ["read", "leave"] }),
    ]);
  });

  it("is asked to log in, and to log in again for what moves money or members", async () => {
    const pages = await givenPages(database());
    const own = await pages.project();
    const owner = await pages.member(own, "owner");
    expect(await pages.call("GET", ME)).toMatchObject({ status: 401, code: "login_needed" });
    expect(await pages.call("GET", at(own, "/members"))).toMatchObject({ status: 401, code: "login_needed" });
    const payload = { email: "a@b.example", role: "viewer" };
    pages.clock.advance(10 * 60_000);
    expect((await pages.call("POST", at(own, "/invitations"), { as: owner, payload })).status).toBe(200);
    pages.clock.advance(1);
    expect(await pages.call("POST", at(own, "/invitations"), { as: owner, payload })).toMatchObject({
      status: 403,
      code: "fresh_login_needed",
    });
    expect((await pages.call("GET", at(own, "/members"), { as: owner })).status).toBe(200);
  });

  it("is refused from the next call on when the user is blocked, removed or has another role", async () => {
    const pages = await givenPages(database());
    const own = await pages.project();
    const [owner, left, blocked] = [
      await pages.member(own, "owner"),
      await pages.member(own, "developer"),
      await pages.member(own, "developer"),
    ];
    const id = async (someone: typeof left) => (await findMember(database().db, own.id, someone.user.id))?.id;
    expect((await pages.call("DELETE", at(own, `/members/${await id(left)}`), { as: owner })).status).toBe(200);
    expect(await pages.call("GET", at(own, "/members"), { as: left })).toMatchObject({ code: "project_not_found" });
    expect((await pages.call("GET", ME, { as: left })).data.projects).toEqual([]);

    const change = at(own, `/members/${await id(blocked)}`);
    expect((await pages.call("PATCH", change, { as: owner, payload: { role: "viewer" } })).status).toBe(200);
    const invite = { as: blocked, payload: { email: "x@y.example", role: "viewer" } };
    expect(await pages.call("POST", at(own, "/invitations"), invite)).toMatchObject({ code: "role_missing" });
    await blockUser({ ...pages.deps, onSessionEnded: async () => undefined } as never, blocked.user.id);
    expect(await pages.call("GET", at(own, "/members"), { as: blocked })).toMatchObject({ code: "login_needed" });
  });

  it("has a cap and a budget, which an owner changes, and is no key of the project", async () => {
    const pages = await givenPages(database());
    const own = await pages.project();
    const owner = await pages.member(own, "owner");
    const developer = await pages.member(own, "developer");
    const list = async () => (await pages.call("GET", at(own, "/members"), { as: owner })).data.members;
    expect(await list()).toMatchObject([
      { role: "owner", isYou: true, cap: String(MEMBER_CAP), daily: String(MEMBER_DAILY), spent: "0" },
      { role: "developer", isYou: false, user: { email: developer.user.email } },
    ]);
    const [, { id }] = await list();
    const payload = { cap: "1000", daily: "5000" };
    expect((await pages.call("PATCH", at(own, `/members/${id}`), { as: owner, payload })).status).toBe(200);
    expect((await list())[1]).toMatchObject({ cap: "1000", daily: "5000", role: "developer" });
    expect(await pages.call("PATCH", at(own, `/members/${id}`), { as: owner, payload: {} })).toMatchObject({
      code: "invalid_input",
    });

    const { key } = await createKey(pages.deps, { projectId: own.id });
    expect((await listKeys(database().db, own.id)).map((one) => one.id)).toEqual([key.id]);
    for (let count = 1; count < 10; count += 1) await createKey(pages.deps, { projectId: own.id });
    await expect(createKey(pages.deps, { projectId: own.id })).rejects.toMatchObject({ code: "too_many_keys" });
  });

  it("is one of at least one owner, whatever owners do at once", async () => {
    const pages = await givenPages(database());
    const own = await pages.project();
    const owners = [await pages.member(own, "owner"), await pages.member(own, "owner")];
    const left = await Promise.all(owners.map((as) => pages.call("DELETE", at(own, "/membership"), { as })));
    expect(left.map(({ code }) => code).toSorted()).toEqual(["last_owner", undefined]);
    const [last, ...others] = await listMembers(database().db, own.id);
    expect(others).toEqual([]);
    const change = changeMember(pages.deps, {
      project: own.id,
      id: last?.id as never,
      changes: { role: "viewer", cap: msats(1n) },
    });
    await expect(change).rejects.toMatchObject({ code: "last_owner" });
  });
});

onDatabase("an invitation", (database) => {
  it("makes whoever proves the address a member, once", async () => {
    const pages = await givenPages(database());
    const own = await pages.project();
    const owner = await pages.member(own, "owner");
    const [guest, other] = [await pages.someone(), await pages.someone()];
    const payload = { email: guest.user.email, role: "developer" };
    const { data: invitation } = await pages.call("POST", at(own, "/invitations"), { as: owner, payload });
    const accept = `/dashboard/api/invitations/${invitation.id}/accept`;
    expect((await pages.call("GET", ME, { as: other })).data.invitations).toEqual([]);
    expect(await pages.call("POST", accept, { as: other })).toMatchObject({ status: 404, code: "invitation_gone" });

    const { data: me } = await pages.call("GET", ME, { as: guest });
    expect(me.invitations).toMatchObject([
      { id: invitation.id, role: "developer", project: { name: own.name }, invitedBy: owner.user.gamertag },
    ]);
    const answers = await Promise.all([1, 2, 3].map(() => pages.call("POST", accept, { as: guest })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect((await pages.call("GET", ME, { as: guest })).data.projects).toMatchObject([{ role: "developer" }]);
  });

  it("is a mail with nothing secret in it, and is not sent again for a while", async () => {
    const pages = await givenPages(database());
    const own = await pages.project("Game <b>&");
    const owner = await pages.member(own, "owner");
    const payload = { email: `new-${own.id}@dev.example`, role: "owner" };
    const invite = () => pages.call("POST", at(own, "/invitations"), { as: owner, payload });
    const mails = () =>
      database().db.query<{ subject: string; text: string; html: string }>(sql`
        select subject, body_text as text, body_html as html
          from mails.mail
         where recipient = ${payload.email}`);
    expect((await invite()).status).toBe(200);
    expect(await invite()).toMatchObject({ status: 429, code: "invited_lately" });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("You are invited to a project at leyden.example");
    expect(mail?.text).toContain("https://leyden.example/dashboard\n");
    expect(mail?.html).toContain("Game &#60;b&#62;&#38;");
    pages.clock.advance(INVITATION_PAUSE_MS);
    expect((await invite()).status).toBe(200);
    expect(await mails()).toHaveLength(2);
  });

  it("ends: after a week, taken back, declined", async () => {
    const pages = await givenPages(database());
    const own = await pages.project();
    const owner = await pages.member(own, "owner");
    const guest = await pages.someone();
    const payload = { email: guest.user.email, role: "viewer" };
    const invite = async () => (await pages.call("POST", at(own, "/invitations"), { as: owner, payload })).data?.id;
    const isOpen = async () => (await pages.call("GET", ME, { as: guest })).data.invitations.length === 1;
    const first = await invite();
    expect(await isOpen()).toBe(true);
    expect((await pages.call("DELETE", at(own, `/invitations/${first}`), { as: owner })).status).toBe(200);
    expect(await isOpen()).toBe(false);

    const again = await givenPages(database());
    const later = await again.login(guest.user);
    again.clock.advance(INVITATION_PAUSE_MS + 60_000);
    const fresh = await again.login(owner.user);
    const second = (await again.call("POST", at(own, "/invitations"), { as: fresh, payload })).data.id;
    expect((await again.call("DELETE", `/dashboard/api/invitations/${second}`, { as: later })).status).toBe(200);
    expect((await again.call("GET", ME, { as: later })).data.invitations).toEqual([]);

    again.clock.advance(INVITATION_PAUSE_MS);
    const third = await again.login(owner.user);
    expect((await again.call("POST", at(own, "/invitations"), { as: third, payload })).status).toBe(200);
    again.clock.advance(INVITATION_MS - 60_000);
    expect((await again.call("GET", ME, { as: await again.login(guest.user) })).data.invitations).toHaveLength(1);
    again.clock.advance(60_000);
    expect((await again.call("GET", ME, { as: await again.login(guest.user) })).data.invitations).toEqual([]);
  });

  it("is one of so many that are open", async () => {
    const pages = await givenPages(database());
    const own = await pages.project();
    const owner = await pages.member(own, "owner");
    const invite = (n: number) =>
      pages.call("POST", at(own, "/invitations"), {
        as: owner,
        payload: { email: `dev${n}@game.example`, role: "viewer" },
      });
    for (let n = 0; n < INVITATIONS_MAX; n += 1) expect((await invite(n)).status).toBe(200);
    expect(await invite(INVITATIONS_MAX)).toMatchObject({ status: 409, code: "too_many_invitations" });
  });

  it("is not there for an address that is not proved", async () => {
    const pages = await givenPages(database());
    const own = await pages.project();
    const owner = await pages.member(own, "owner");
    const { givenUser } = await import("#slices/users/testing/users.harness.ts");
    const unproved = await pages.login(await givenUser(database(), { emailIsVerified: false }));
    const payload = { email: unproved.user.email, role: "owner" };
    const { data } = await pages.call("POST", at(own, "/invitations"), { as: owner, payload });
    expect((await pages.call("GET", ME, { as: unproved })).data.invitations).toEqual([]);
    const accept = `/dashboard/api/invitations/${data.id}/accept`;
    expect(await pages.call("POST", accept, { as: unproved })).toMatchObject({ code: "invitation_gone" });
  });
});

onDatabase("a project that a person makes", (database) => {
  it("is there with its owner, and five are the most, also at once", async () => {
    const pages = await givenPages(database());
    const person = await pages.someone();
    const make = (n: number) =>
      pages.call("POST", "/dashboard/api/projects", {
        as: person,
        payload: { name: `mine ${n} ${person.user.id}` },
      });
    const answers = await Promise.all(Array.from({ length: PROJECTS_OF_USER_MAX + 3 }, (_, n) => make(n)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(PROJECTS_OF_USER_MAX);
    expect(answers.filter(({ code }) => code === "too_many_projects")).toHaveLength(3);
    const { data } = await pages.call("GET", ME, { as: person });
    expect(data.projects).toHaveLength(PROJECTS_OF_USER_MAX);
    expect(data.projectsLeft).toBe(0);
    expect(data.projects[0]).toMatchObject({ role: "owner" });
  });

  it("writes to who made it, and to nobody whose address is not verified", async () => {
    const pages = await givenPages(database());
    const verified = await pages.someone();
    const other = await pages.login(await givenUser(database(), {}));
    for (const [person, contact] of [
      [verified, verified.user.email],
      [other, null],
    ] as const) {
      const payload = { name: `told ${person.user.id}` };
      const { data } = await pages.call("POST", "/dashboard/api/projects", { as: person, payload });
      expect((await pages.call("GET", at(data, "/settings"), { as: person })).data).toMatchObject({ contact });
    }
  });

  it("is made once for a key, also at once, by this person alone", async () => {
    const pages = await givenPages(database());
    const [person, other] = [await pages.someone(), await pages.someone()];
    const headers = { "idempotency-key": pages.deps.random.uuid() };
    const payload = { name: `once ${person.user.id}` };
    const post = (changes: object = {}) =>
      pages.call("POST", "/dashboard/api/projects", { as: person, headers, payload, ...changes });
    const racing = await Promise.all(Array.from({ length: 6 }, () => post()));
    expect(racing.filter(({ headers }) => headers["idempotent-replayed"] === undefined)).toHaveLength(1);
    const [first] = racing;
    for (const { status, data } of racing) expect([status, data]).toEqual([200, first?.data]);
    const lost = await post();
    expect([lost.data, lost.headers["idempotent-replayed"]]).toEqual([first?.data, "true"]);

    expect((await post({ payload: { name: "Another" } })).code).toBe("idempotency_mismatch");
    expect((await post({ as: other })).code).toBe("project_name_taken");
    const free = await post({ as: other, payload: { name: `free ${other.user.id}` } });
    expect(free.status).toBe(200);
    expect(free.data.id).not.toBe(first?.data.id);
    const { data } = await pages.call("GET", ME, { as: person });
    expect(data.projects.map(({ id }: { id: string }) => id)).toEqual([first?.data.id]);
  });

  it("leaves the key free when it is refused, for all that ask at once", async () => {
    const pages = await givenPages(database());
    const [taken, person] = [await pages.project(), await pages.someone()];
    const headers = { "idempotency-key": pages.deps.random.uuid() };
    const post = (name: string) =>
      pages.call("POST", "/dashboard/api/projects", { as: person, headers, payload: { name } });
    const racing = await Promise.all(Array.from({ length: 4 }, () => post(taken.name)));
    expect(racing.map(({ code }) => code)).toEqual(Array(4).fill("project_name_taken"));
    expect((await post(`free ${person.user.id}`)).status).toBe(200);
  });

  it("has a name that is free", async () => {
    const pages = await givenPages(database());
    const [other, person] = [await pages.project(), await pages.someone()];
    const payload = { name: other.name.toUpperCase() };
    const taken = await pages.call("POST", "/dashboard/api/projects", { as: person, payload });
    expect(taken).toMatchObject({ status: 409, code: "project_name_taken" });
    const me = await pages.call("GET", ME, { as: person });
    expect(me.data).toMatchObject({ projects: [], projectsLeft: PROJECTS_OF_USER_MAX });
  });

  it("counts for its owners, not for its other members", async () => {
    const pages = await givenPages(database());
    const developer = await pages.member(await pages.project(), "developer");
    const { data } = await pages.call("GET", ME, { as: developer });
    expect(data).toMatchObject({ projects: [{ role: "developer" }], projectsLeft: PROJECTS_OF_USER_MAX });
  });

  it("is not made where the operator makes them", async () => {
    const pages = await givenPages(database(), { mayOpen: false });
    const person = await pages.someone();
    const payload = { name: "not mine" };
    expect(await pages.call("POST", "/dashboard/api/projects", { as: person, payload })).toMatchObject({
      status: 403,
      code: "projects_closed",
    });
    expect((await pages.call("GET", ME, { as: person })).data.mayCreateProjects).toBe(false);
  });
});

onDatabase("the history of a project", (database) => {
  it("has each call that could change something, who made it, and how it ended", async () => {
    const pages = await givenPages(database());
    const own = await pages.project();
    const owner = await pages.member(own, "owner");
    const viewer = await pages.member(own, "viewer");
    await pages.call("GET", at(own, "/members"), { as: owner });
    const payload = { email: "dev@game.example", role: "viewer" };
    const invited = await pages.call("POST", at(own, "/invitations"), { as: owner, payload });
    const id = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";
    await pages.call("DELETE", at(own, `/members/${id}`), { as: owner });
    await pages.call("POST", at(own, "/invitations"), { as: viewer, payload });
    // The outcome is written after the answer has left.
    const history = async () => (await pages.call("GET", at(own, "/history"), { as: viewer })).data;
    await expect.poll(history).toMatchObject([
      { operation: "removeMember", subject: id, status: 404, user: { gamertag: owner.user.gamertag }, role: "owner" },
      { operation: "inviteMember", subject: invited.data.id, status: 200, user: { id: owner.user.id } },
    ]);
    const stranger = await pages.someone();
    expect(await pages.call("GET", at(own, "/history"), { as: stranger })).toMatchObject({ code: "project_not_found" });
  });
});
