import { expect, it } from "vitest";
import { parseMinor } from "#kernel/fiat.ts";
import type { ProjectId, UserId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Revision } from "#slices/login/model/revision.ts";
import { startSession } from "#slices/login/session/start-session.ts";
import type { User } from "#users";
import { chooseAmount, estimate, quoteChosen } from "./checkout/choose-amount.ts";
import { proveByLogin, topPageProof } from "./checkout/prove-by-login.ts";
import { readCheckout } from "./checkout/read-checkout.ts";
import { returnUrl } from "./model/return-url.ts";
import { tokenOf } from "./model/secrets.ts";
import { browserOf, type Session } from "./model/session.ts";
import { createSession } from "./sessions/create-session.ts";
import { openPage } from "./sessions/open-page.ts";
import { updateUser } from "./store/sessions.ts";
import { givenRamp, random } from "./testing/ramp.harness.ts";
import { mac } from "./testing/ramp-routes.harness.ts";

const EUR_25 = { source: parseMinor("25"), currency: "EUR" } as const;

onDatabase("who buys", (database) => {
  async function given() {
    const ramp = await givenRamp(database());
    const person = await ramp.person();
    const { actor } = ramp.caller;
    const own = actor.kind === "project" ? actor.projectId : undefined;
    const create = async (
      input: { email?: string; userToken?: string; idempotencyKey?: string },
      holder: { userId: UserId; projectId: ProjectId; readsEmail?: boolean } | undefined = {
        userId: person.id,
        projectId: own as ProjectId,
      },
    ) =>
      await createSession(
        {
          ...ramp.deps,
          mac,
          findTokenHolder: async (token) => (token === "good" ? holder && { readsEmail: true, ...holder } : undefined),
        },
        {
          caller: ramp.caller,
          email: person.email,
          webhookUrl: "https://shop.example/hook",
          destination: ramp.lnAddress,
          quoteCurrency: undefined,
          referenceId: undefined,
          metadata: undefined,
          returnUrl: "https://shop.example/thanks",
          userToken: "good",
          idempotencyKey: undefined,
          ...input,
        },
      );
    const open = async ({ id }: Pick<Session, "id">) => {
      await openPage(ramp.deps, { id, token: tokenOf(mac, id), network: "192.0.2.7" });
      return await ramp.rereadSession(id);
    };
    const stepOf = async ({ id }: Pick<Session, "id">) =>
      (await readCheckout(ramp.deps, await ramp.rereadSession(id), "rsp")).step;
    return { ...ramp, buyer: person, own, create, open, stepOf };
  }

  it("is known from the beginning when the project has an access token of the person, and is asked for no code", async () => {
    const { create, open, stepOf, buyer, deps, rereadSession } = await given();
    const { session } = await create({});
    expect(session.returnUrl).toBe("https://shop.example/thanks");
    expect(browserOf(session)).toBeUndefined();
    const opened = await open(session);
    expect(browserOf(opened)?.userId).toBe(buyer.id);
    expect(await stepOf(session)).toBe("amount");
    await chooseAmount(deps, await rereadSession(session.id), EUR_25);
    expect(await stepOf(session)).toBe("card");
  });

  it("is refused by a token that is not valid, of another address, another project, or a user who is blocked", async () => {
    const { create, buyer, own, world, person } = await given();
    const refused = { code: "ramp_user_token_refused", status: 400 };
    await expect(create({ userToken: "bad" })).rejects.toMatchObject(refused);
    await expect(create({ email: `other-${random.uuid()}@example.com` })).rejects.toMatchObject(refused);
    const stranger = await world.project("stranger", sats(1n));
    const theirs = stranger.actor.kind === "project" ? stranger.actor.projectId : undefined;
    await expect(create({}, { userId: buyer.id, projectId: theirs as ProjectId })).rejects.toMatchObject(refused);
    const other: User = await person();
    await expect(create({}, { userId: other.id, projectId: own as ProjectId })).rejects.toMatchObject(refused);
    await database().admin.query(sql`update users.user set email_verified_at = null where id = ${buyer.id}`);
    await expect(create({})).rejects.toMatchObject(refused);
    await database().admin.query(sql`
      update users.user set email_verified_at = now(), blocked_at = now() where id = ${buyer.id}`);
    await expect(create({})).rejects.toMatchObject(refused);
  });

  it("is refused by a token that may not read the address, which names the scope; of another project's it says nothing", async () => {
    const { create, buyer, own, world } = await given();
    const refusal = (holder: { projectId: ProjectId }) =>
      create({}, { ...holder, userId: buyer.id, readsEmail: false }).catch((error: Error) => error);
    expect(await refusal({ projectId: own as ProjectId })).toMatchObject({
      code: "ramp_user_token_refused",
      message: "the access token has neither the scope `user` nor `email`",
      details: [{ field: "usertoken", issue: expect.stringContaining("must have the scope `user` or `email`") }],
    });
    const stranger = await world.project("stranger", sats(1n));
    const theirs = stranger.actor.kind === "project" ? stranger.actor.projectId : undefined;
    expect(await refusal({ projectId: theirs as ProjectId })).toMatchObject({
      message: "the access token is not that of a user with this e-mail address",
    });
  });

  it("is the same for a repeated request, also when its token is not valid any more; another token is another request", async () => {
    const { create, open, buyer } = await given();
    const idempotencyKey = random.uuid();
    const made = await Promise.all(Array.from({ length: 6 }, () => create({ idempotencyKey })));
    expect(new Set(made.map(({ session }) => session.id)).size).toBe(1);
    const again = await create({ idempotencyKey }, undefined);
    expect(again).toMatchObject({ replayed: true, session: { id: made[0]?.session.id } });
    expect(browserOf(await open(again.session))?.userId).toBe(buyer.id);
    await expect(create({ idempotencyKey, userToken: "other" })).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
  });

  it("chooses an amount first: it is kept, asks for the address, and is quoted with the proof, whatever dies between", async () => {
    const { session, open, deps, stepOf, person, rereadSession, clock, later } = { ...(await given()) };
    const { id, email } = await session();
    await open({ id });
    expect(await stepOf({ id })).toBe("amount");
    await chooseAmount(deps, await rereadSession(id), EUR_25);
    expect(await stepOf({ id })).toBe("email");
    expect((await readCheckout(deps, await rereadSession(id), "rsp")).purchase).toBeUndefined();
    await chooseAmount(deps, await rereadSession(id), { source: parseMinor("30"), currency: "EUR" });
    await updateUser(database().db, id, (await person(email)).id);
    // The process has died between proof and quote: the amount is there, and is chosen again.
    expect(await readCheckout(deps, await rereadSession(id), "rsp")).toMatchObject({
      step: "amount",
      session: { chosen: { source: 3_000n, currency: "EUR" } },
    });
    clock.advance(300_000);
    await Promise.all(Array.from({ length: 3 }, async () => quoteChosen(deps, await rereadSession(id))));
    const { step, purchase } = await readCheckout(deps, await rereadSession(id), "rsp");
    expect([step, purchase?.quote.source]).toEqual(["card", 3_000n]);
    expect(purchase?.quote.until.getTime()).toBeGreaterThan(clock.now().getTime() + 55_000);
    await later();
  });

  it("is told about what an amount brings and what bitcoin costs, and nothing is written", async () => {
    const { session, open, deps, stepOf } = await given();
    const { id } = await session();
    const opened = await open({ id });
    const brings = await estimate(deps, opened, EUR_25);
    const costs = await estimate(deps, opened, { wanted: brings.amount, currency: "EUR" });
    expect(costs.amount).toBeGreaterThanOrEqual(brings.amount);
    expect(costs.source - brings.source).toBeLessThanOrEqual(2n);
    await expect(estimate(deps, opened, { wanted: sats(1n), currency: "EUR" })).rejects.toMatchObject({
      code: "invalid_amount",
    });
    await expect(estimate(deps, { ...opened, quoteCurrency: "USD" }, EUR_25)).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect(await stepOf({ id })).toBe("amount");
  });

  it("is known by a login of a page that is in no frame, when it is that of the address, and of nobody else", async () => {
    const { session, open, deps, rereadSession, person } = await given();
    const logIn = async (user: User) =>
      await startSession(
        { ...deps, mac, onSessionEnded: async () => undefined },
        {
          secret: random.uuid(),
          state: undefined,
          user,
          revision: 0 as Revision,
          methods: ["email"],
          visitor: { userAgent: "test", network: "192.0.2.7" },
        },
      );
    const { id, email } = await session();
    await open({ id });
    const other = await logIn(await person());
    const proofOf = (secret: string) => topPageProof(mac, id, secret);
    const prove = async (secret: string, proof: string) =>
      await proveByLogin({ ...deps, mac }, await rereadSession(id), { secret, proof });
    expect(await prove(other, proofOf(other))).toBe(false);
    const buyer = await person(email);
    const secret = await logIn(buyer);
    expect(await prove(secret, "")).toBe(false);
    expect(await prove(secret, proofOf(other))).toBe(false);
    expect(browserOf(await rereadSession(id))?.userId).toBeUndefined();
    expect(await Promise.all([prove(secret, proofOf(secret)), prove(secret, proofOf(secret))])).toEqual([true, true]);
    expect(browserOf(await rereadSession(id))?.userId).toBe(buyer.id);
  });

  it("is not known by a login without the proof of a page, or with that of another session or browser", async () => {
    const { session, open, deps, rereadSession } = await given();
    const { id } = await session();
    await open({ id });
    const secret = "s".repeat(43);
    for (const proof of ["", topPageProof(mac, random.uuid(), secret), topPageProof(mac, id, "other")])
      expect(await proveByLogin({ ...deps, mac }, await rereadSession(id), { secret, proof })).toBe(false);
    const proof = topPageProof(mac, id, secret);
    expect(await proveByLogin({ ...deps, mac }, await rereadSession(id), { secret: undefined, proof })).toBe(false);
    expect(browserOf(await rereadSession(id))?.userId).toBeUndefined();
  });
});

it.each(["https://shop.example/a?b=c", "http://localhost:3000/x", "http://127.0.0.1:1/"])(
  "the page leads back to %s",
  (url) => expect(returnUrl(url)).toBe(url),
);
it.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "http://shop.example/",
  "https://a:b@shop.example/",
  "/thanks",
  "",
  " ",
])("the page does not lead back to %j", (url) => expect(() => returnUrl(url)).toThrow("return_url"));
