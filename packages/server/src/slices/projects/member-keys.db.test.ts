import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { givenPages } from "#slices/members/testing/pages.harness.ts";
import { createKey } from "./create-key.ts";
import { KEYS_VALID_MAX } from "./model/project-key.ts";
import { restrictKey } from "./restrict-key.ts";
import { revokeKey } from "./revoke-key.ts";
import { rollKey } from "./roll-key.ts";
import { findKey, listKeys } from "./store/policies.ts";

const random = machineRandom();

/** What a new member may give a key. */
const MOST = { cap: "100000000", daily: "500000000" };

onDatabase("the keys as which members act", (database) => {
  async function given(...[options]: [Parameters<typeof givenPages>[1]?]) {
    const pages = await givenPages(database(), options);
    const project = await pages.project();
    const owner = await pages.member(project, "owner");
    const rows = await database().admin.query<{ id: string }>(sql`
      select key_id as id
        from members.member
       where project_id = ${project.id}`);
    const memberKey = rows[0]?.id as Parameters<typeof findKey>[1];
    const path = (rest = "") => `/dashboard/api/projects/${project.id}/keys${rest}`;
    const make = (payload: object, as = owner) =>
      pages.call("POST", path(), { as, payload: { name: "Payouts", ...payload } });
    return { pages, project, owner, memberKey, path, make };
  }
  const deps = () => ({ ...database(), clock: { ...machineClock, sleep: async () => undefined }, random });

  it("are in no list, and are not changed, rolled over, renamed or revoked as keys of the project", async () => {
    const { pages, project, owner, memberKey, path } = await given();
    const { id } = (await pages.call("GET", path(), { as: owner })).data[0] ?? { id: undefined };
    expect(id).toBeUndefined();
    expect(await listKeys(database().db, project.id)).toEqual([]);
    const before = await findKey(database().db, memberKey, pages.clock.now());
    for (const [method, rest, payload] of [
      ["PATCH", "", { cap: "1" }],
      ["PATCH", "", { name: "mine" }],
      ["PATCH", "", {}],
      ["POST", "/roll", {}],
      ["DELETE", "", undefined],
    ] as const) {
      const asked = { as: owner, ...(payload && { payload }) };
      expect((await pages.call(method, path(`/${memberKey}${rest}`), asked)).code).toBe("key_not_found");
    }
    await expect(rollKey(deps(), { keyId: memberKey })).rejects.toMatchObject({ code: "key_not_found" });
    expect(await findKey(database().db, memberKey, pages.clock.now())).toEqual(before);
  });

  it("take no place from the keys of the project", async () => {
    const { pages, project, owner, make, path } = await given();
    for (let i = 1; i < KEYS_VALID_MAX; i += 1) await createKey(deps(), { projectId: project.id });
    const last = await make(MOST);
    expect(last.status).toBe(200);
    expect((await make(MOST)).code).toBe("too_many_keys");
    expect((await pages.call("POST", path(`/${last.data.id}/roll`), { as: owner, payload: {} })).code).toBe(
      "too_many_keys",
    );
  });

  it("bound what their members give to keys of the project, also after the bound was changed", async () => {
    const { make, memberKey } = await given();
    const refused = await make({});
    expect([refused.status, refused.code]).toEqual([403, "key_too_wide"]);
    expect(JSON.parse(refused.body).error.details).toEqual([
      { field: "cap", issue: "must be given and at most 100000000 msats" },
      { field: "daily", issue: "must be given and at most 500000000 msats" },
    ]);
    const made = await make(MOST);
    expect(made.data).toMatchObject({ policy: { cap: MOST.cap }, budgets: { daily: { limit: MOST.daily } } });
    await restrictKey(
      { ...deps(), keyCache: { forget: () => undefined } as never },
      { keyId: memberKey, changes: { weekly: undefined, cap: undefined, daily: undefined, scopes: ["read"] } },
    );
    expect((await make(MOST)).code).toBe("key_too_wide");
    expect((await make({ scopes: ["read"] })).status).toBe(200);
  });

  it("make keys in the roles that the operator names, with a fresh login; everybody reads them", async () => {
    const { pages, project, owner, make, path } = await given({ narrowed: { keys: ["developer"] } });
    const developer = await pages.member(project, "developer");
    const viewer = await pages.member(project, "viewer");
    const stale = await pages.member(project, "developer", 11);
    expect((await make(MOST, developer)).status).toBe(200);
    for (const as of [owner, viewer]) expect((await make(MOST, as)).code).toBe("role_missing");
    expect((await make(MOST, stale)).code).toBe("fresh_login_needed");
    for (const as of [owner, viewer, stale]) {
      const listed = await pages.call("GET", path(), { as });
      expect(listed.data).toMatchObject([{ name: "Payouts" }]);
      expect(listed.body).not.toContain("apiKey");
    }
  });

  it("are ended by the journal and the operator, as other keys", async () => {
    const { pages, owner, memberKey, path } = await given();
    await revokeKey({ ...deps(), keyCache: { forget: () => undefined } as never }, { keyId: memberKey });
    expect((await pages.call("GET", path(), { as: owner })).code).toBe("project_not_found");
  });
});
