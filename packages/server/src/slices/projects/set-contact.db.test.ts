import { expect, it } from "vitest";
import { newId, type ProjectId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { createProject } from "./create-project.ts";
import { setContact, setLowBalance } from "./set-contact.ts";
import { findContact, listContacts, listNames, listReachable } from "./store/contacts.ts";

const random = machineRandom();

onDatabase("the contact of a project", (database) => {
  const given = () => createProject({ batch: database().batch, random }, { name: random.uuid() });
  const address = emailAddress("owner@shop.example");

  it("is set and taken away; with it the project can be told what its wallet holds", async () => {
    const { db } = database();
    const { id, name } = await given();
    expect(await findContact(db, id)).toEqual({ address: undefined, lowBalance: undefined });
    await setLowBalance(database(), { project: id, limit: msats(1_500n) });
    expect(await listReachable(db)).toEqual([]);
    await setContact(database(), { project: id, address });
    expect(await findContact(db, id)).toEqual({ address, lowBalance: 1_500n });
    expect(await listContacts(db)).toEqual(new Map([[id, address]]));
    expect(await listReachable(db)).toEqual([
      { id, name, contact: address, language: "en", lowBalance: 1_500n, balance: 0n },
    ]);

    await setLowBalance(database(), { project: id, limit: undefined });
    await setContact(database(), { project: id, address: undefined });
    expect(await findContact(db, id)).toEqual({ address: undefined, lowBalance: undefined });
    expect(await listReachable(db)).toEqual([]);
    expect(await listNames(db, [id, random.uuid()])).toEqual(new Map([[id, name]]));
  });

  it("is refused for a project that there is not, and a limit of nothing for every one", async () => {
    const project = newId<ProjectId>(random);
    const missing = { code: "project_not_found" };
    await expect(setContact(database(), { project, address })).rejects.toMatchObject(missing);
    await expect(setLowBalance(database(), { project, limit: undefined })).rejects.toMatchObject(missing);
    const { id } = await given();
    await expect(setLowBalance(database(), { project: id, limit: msats(0n) })).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect(await findContact(database().db, newId<ProjectId>(random))).toBeUndefined();
  });
});
