import { onTestFinished } from "vitest";
import { readConfig } from "#config.ts";
import { type Branding, PLAIN } from "#kernel/branding.ts";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { freePort } from "#platform/machine/free-port.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { createSealer } from "#platform/secrets/seal.ts";
import { tasksInLog } from "#platform/tasks.ts";
import { createProject } from "#projects";
import { codeIn } from "#slices/login/testing/login.harness.ts";
import { createApp } from "#slices/oauth/apps/create-app.ts";
import { newBrowser, type Page } from "#slices/oauth/testing/browser.harness.ts";
import { authorizeUrl, CALLBACK, pkce } from "#slices/oauth/testing/oauth.harness.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { RAMP_OFF } from "../ramp-off.ts";
import { allRoutes } from "../routes.ts";
import { wireAccounts } from "../wire-accounts.ts";
import { sampleApp, serve } from "./app.harness.ts";

/** Of the application, where the service has one as well. */
export const APP_LOGO = "https://cdn.example/logo.svg";

/**
 * The accounts as the service wires them, among all routes that it has, on a real port, with an application and a user.
 */
export async function givenAccounts(database: DatabaseUnderTest, branding: Branding = PLAIN) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const random = machineRandom();
  const log = createLog({ level: "silent", pretty: false });
  const scheduler = machineScheduler(tasksInLog(() => log));
  const sealer = createSealer({ random, key: new Uint8Array(32).fill(7) });
  const machine = {
    ...database,
    batch: database.batchOn(machineClock),
    clock: machineClock,
    random,
    log,
    scheduler,
    sealer,
  };
  const accounts = await wireAccounts(readConfig({ LEYDEN_BASE_URL: url }), machine, {
    sends: false,
    answers: true,
    outlet: () => ({ kind: "mailbox" }) as const,
    branding,
    isDevelopment: () => false,
    demo: undefined,
    paying: createWorld(database).pay,
    ramp: RAMP_OFF,
  });
  const around = { ...machine, baseUrl: url } as never; // handlers of other slices lack their dependencies
  const ofPages = { ...machine, baseUrl: url, events: machine } as never;
  const app = await sampleApp({
    baseUrl: url,
    branding,
    log,
    routes: allRoutes({
      machine: around,
      paying: around,
      charging: around,
      asking: around,
      vouchers: around,
      events: around,
      mails: around,
      neighbours: around,
      pages: ofPages,
      requests: around,
      ownWallet: ofPages,
      ...accounts.routes,
      ramp: { api: [], pages: [], finders: [], timelines: {}, lists: [] } as never,
      web: [],
    }),
  });
  const server = await serve(app, { port, baseUrl: url });
  onTestFinished(async () => {
    await server.close();
    await accounts.worker.stop();
  });

  const project = await createProject(machine, { name: `again ${random.uuid()}` });
  const registered = await createApp(machine, {
    projectId: project.id,
    name: "Example shop",
    ...(branding === PLAIN ? {} : { logoUrl: APP_LOGO }),
    redirectUris: [CALLBACK],
  });
  const alice = await givenUser(database, { emailIsVerified: true });
  const browser = newBrowser((next) => !next.startsWith(url));
  const code = async () => {
    const [mail] = await database.admin.query<{ text: string }>(sql`
      select body_text as text from mails.mail where recipient = ${alice.email} order by id desc limit 1`);
    return codeIn(mail?.text);
  };
  const logIn = async (page: Page) => {
    const sent = await browser.submit(page, "login", { email: alice.email });
    return await browser.submit(sent, "login", { code: await code() });
  };
  const lead = (asked = {}) =>
    authorizeUrl({ baseUrl: url, clientId: registered.app.clientId }, pkce().challenge, asked);
  return { app, browser, url, logIn, code, alice, lead };
}
