import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { newId, type ProjectId, type ProjectKeyId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createKeyCache } from "./authenticate.ts";
import { createKey } from "./create-key.ts";
import { createProject } from "./create-project.ts";
import { keyFinder } from "./find-things.ts";
import { revokeKey } from "./revoke-key.ts";

const random = machineRandom();

onDatabase("a search for a key", (database) => {
  async function given() {
    const { db, batch } = database();
    const journal = memoryJournal();
    const deps = { db, batch, clock: machineClock, random, journal, keyCache: createKeyCache(machineClock) };
    const project = await createProject(deps, { name: random.uuid() });
    const make = async (name: string) => (await createKey(deps, { projectId: project.id, name })).key;
    const read: number[] = [];
    const counted: Pick<Db, "query"> = {
      query: async (statement) => {
        const rows = await db.query(statement);
        read.push(rows.length);
        return rows as never;
      },
    };
    const { find } = keyFinder({ db: { ...db, ...counted } });
    const callerOf = (projectId: ProjectId) => ({ actor: { kind: "project", projectId } }) as Caller;
    const findIn = (projectId: ProjectId, id: string) => find(callerOf(projectId), { kind: "id", id });
    return { deps, project, make, read, find, callerOf, findIn };
  }

  it("finds the one with the id, also when it is revoked, and reads no other one", async () => {
    const { deps, project, make, read, findIn } = await given();
    const [first, second] = [await make("One"), await make("Two")];
    await make("Three");
    expect(await findIn(project.id, second.id)).toEqual([
      {
        kind: "key",
        id: second.id,
        status: "valid",
        amount: undefined,
        name: second.prefix,
        createdAt: second.createdAt,
      },
    ]);
    await revokeKey(deps, { keyId: first.id });
    expect(await findIn(project.id, first.id)).toMatchObject([{ id: first.id, status: "revoked" }]);
    expect(read).toEqual([1, 1]);
  });

  it("finds nothing of another project, by another id, or by what is no id", async () => {
    const { deps, project, make, find, findIn, callerOf } = await given();
    const key = await make("One");
    const other = await createProject(deps, { name: random.uuid() });
    expect(await findIn(other.id, key.id)).toEqual([]);
    expect(await findIn(project.id, newId<ProjectKeyId>(random))).toEqual([]);
    expect(await find(callerOf(project.id), { kind: "name", gamertag: "ann" } as never)).toEqual([]);
  });
});
