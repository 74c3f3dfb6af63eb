import { afterAll, beforeAll, expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { ask, KEY, sampleApp } from "#service/testing/app.harness.ts";
import type { User } from "./model/user.ts";
import { userRoutes } from "./routes.ts";
import { givenUser, newGamertag, random, rename } from "./testing/users.harness.ts";

onDatabase("the routes of users", (database) => {
  let app: Api;
  let alice: User;

  beforeAll(async () => {
    app = await sampleApp({ routes: [userRoutes({ db: database().db })] });
    alice = await givenUser(database(), { gamertag: "Alice.B_1", email: "alice@routes.example" });
  });
  afterAll(() => app.close());

  const get = (url: string, apikey = KEY) => ask(app, { method: "GET", url, headers: { apikey } });

  it.each(["Alice.B_1", "alice.b_1", "ALICE.B_1", "alice%2Eb_1"])("find the id by the gamertag %s", async (text) => {
    const response = await get(`/v0/user-id/gamertag/${text}`);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true, data: { id: alice.id }, message: "User found." });
  });

  it("find the gamertag by the id, as it was typed", async () => {
    for (const id of [alice.id, alice.id.toUpperCase()])
      expect((await get(`/v0/gamertag/user-id/${id}`)).json()).toEqual({
        success: true,
        data: { gamertag: "Alice.B_1" },
        message: "User found.",
      });
  });

  it.each(["unknown", "%20", "a", "x".repeat(64), "alice@routes.example", "alice.b_1%25"])(
    "find no user by the gamertag %s",
    async (text) => {
      const response = await get(`/v0/user-id/gamertag/${text}`);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({
        success: false,
        message: "No user found with this gamertag",
        error: { code: "user_not_found" },
      });
    },
  );

  it("find no user by an id that is none or unknown", async () => {
    for (const id of ["alice", random.uuid()]) {
      const response = await get(`/v0/gamertag/user-id/${id}`);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({
        message: "No user found with this id",
        error: { code: "user_not_found" },
      });
    }
  });

  it("find no user by a former gamertag, and the user by the present one", async () => {
    const user = await givenUser(database());
    const next = newGamertag();
    await rename(database(), machineClock, user, next);

    expect((await get(`/v0/user-id/gamertag/${user.gamertag}`)).statusCode).toBe(404);
    expect((await get(`/v0/user-id/gamertag/${next}`)).json().data).toEqual({ id: user.id });
    expect((await get(`/v0/gamertag/user-id/${user.id}`)).json().data).toEqual({ gamertag: next });
  });

  it("ask for a project key", async () => {
    for (const path of ["/v0/user-id/gamertag/alice.b_1", `/v0/gamertag/user-id/${alice.id}`])
      expect((await get(path, "")).statusCode).toBe(401);
  });
});
