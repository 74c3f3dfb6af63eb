import { expect, it } from "vitest";
import { isClientSecret, listApps, revokeApp } from "#oauth";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createProject } from "#projects";
import { provideApp } from "./provide-app.ts";

onDatabase("the application of the demo project", (database) => {
  async function given() {
    const { db, batch } = database();
    const deps = { db, batch, clock: machineClock, random: machineRandom(), journal: memoryJournal() };
    const project = await createProject(deps, { name: `demo ${deps.random.uuid()}` });
    const provide = (known?: Awaited<ReturnType<typeof provideApp>>, baseUrl = "http://localhost:8080") =>
      provideApp(deps, { project, baseUrl, known });
    return { deps, project, provide };
  }

  it("is made once, and stays with its secret", async () => {
    const { deps, project, provide } = await given();
    const first = await provide();
    expect(first.redirectUri).toBe("http://localhost:8080/dev/oauth/callback");
    expect(await isClientSecret(deps.db, first)).toBe(true);
    expect(await provide(first)).toEqual(first);
    expect(await listApps(deps.db, project.id)).toHaveLength(1);
  });

  it("gets another secret when the file is lost, and when the secret in the file is not valid", async () => {
    const { deps, project, provide } = await given();
    const first = await provide();
    const second = await provide();
    expect(second).toEqual({ ...first, clientSecret: expect.not.stringMatching(first.clientSecret) });
    expect(await isClientSecret(deps.db, second)).toBe(true);
    const third = await provide({ ...second, clientSecret: "x".repeat(36) });
    expect(await isClientSecret(deps.db, third)).toBe(true);
    expect(await listApps(deps.db, project.id)).toHaveLength(1);
  });

  it("leads back to where the service answers now", async () => {
    const { deps, project, provide } = await given();
    const first = await provide();
    const moved = await provide(first, "https://leyden.example");
    expect(moved).toEqual({ ...first, redirectUri: "https://leyden.example/dev/oauth/callback" });
    const [app] = await listApps(deps.db, project.id);
    expect(app?.redirectUris).toEqual([moved.redirectUri]);
  });

  it("leads to loopback where the service answers at an http:// address of the network", async () => {
    const { provide } = await given();
    const { redirectUri } = await provide(undefined, "http://192.0.2.7:9090");
    expect(redirectUri).toBe("http://localhost:9090/dev/oauth/callback");
  });

  it("is made anew when it was revoked, and is never another project's", async () => {
    const { deps, project, provide } = await given();
    const first = await provide();
    const [app] = await listApps(deps.db, project.id);
    if (app === undefined) throw new Error("there is no application");
    await revokeApp(deps, app);
    const second = await provide(first);
    expect(second.clientId).not.toBe(first.clientId);
    const other = await given();
    expect((await other.provide(second)).clientId).not.toBe(second.clientId);
  });
});
