import { onTestFinished } from "vitest";
import { readConfig } from "#config.ts";
import { type Branding, PLAIN } from "#kernel/branding.ts";
import type { Clock, Scheduler } from "#kernel/clock.ts";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { freePort } from "#platform/machine/free-port.ts";
import { createSealer } from "#platform/secrets/seal.ts";
import { createProject } from "#projects";
import { RAMP_OFF } from "#service/ramp-off.ts";
import { sampleApp, serve } from "#service/testing/app.harness.ts";
import { wireAccounts } from "#service/wire-accounts.ts";
import { accountRoutes, loginRoutes, termsRoutes } from "#slices/login/pages.ts";
import { codeIn } from "#slices/login/testing/login.harness.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { createApp, type NewApp } from "../apps/create-app.ts";
import { userTokenRoutes } from "../user-routes.ts";
import { type Browser, newBrowser, type Page } from "./browser.harness.ts";
import { CALLBACK, random } from "./oauth.harness.ts";

export type Service = Awaited<ReturnType<typeof givenService>>;

const idle: Scheduler = {
  loop: () => ({ wake: () => undefined, stop: async () => undefined }),
  spawn: () => undefined,
};

/**
 * Login pages, protocol, profile and wallet as the service wires them, on a real port, with an application and two
 * users.
 */
export async function givenService(
  database: DatabaseUnderTest,
  {
    redirectUris = [CALLBACK],
    trustedProxies = [],
    branding = PLAIN,
  }: Partial<NewApp> & { readonly trustedProxies?: readonly string[]; readonly branding?: Branding } = {},
) {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  let offsetMs = 0;
  const clock: Clock = { ...machineClock, now: () => new Date(machineClock.now().getTime() + offsetMs) };
  const lines: string[] = [];
  const log = createLog({ level: "debug", pretty: false, destination: { write: (line: string) => lines.push(line) } });
  const { db, journal } = database;
  const machine = { db, journal, batch: database.batchOn(clock), clock, random, log, scheduler: idle };
  const sealer = createSealer({ random, key: new Uint8Array(32).fill(7) });
  const accounts = await wireAccounts(
    { ...readConfig({}), baseUrl },
    { ...machine, sealer },
    {
      sends: false,
      answers: true,
      outlet: () => ({ kind: "mailbox" }),
      branding,
      isDevelopment: () => false,
      demo: undefined,
      ramp: RAMP_OFF,
      paying: createWorld(database).pay,
    },
  );
  const { login, oauth } = accounts.routes;
  const pages = [loginRoutes(login), termsRoutes(login), accountRoutes(login), ...oauth];
  const routes = [...pages, userTokenRoutes({ ...machine, baseUrl })];
  const app = await sampleApp({ baseUrl, log, clock, trustedProxies, routes, branding });
  const server = await serve(app, { port, baseUrl, log });
  onTestFinished(server.close);

  const project = await createProject({ ...database, ...machine }, { name: `oauth ${random.uuid()}` });
  const register = async (name: string, uris: readonly string[] = [CALLBACK]) => {
    const made = await createApp(machine, { projectId: project.id, name, redirectUris: uris });
    return { ...made, baseUrl, clientId: made.app.clientId as string };
  };

  return {
    machine,
    sealer,
    database,
    port,
    project,
    lines,
    register,
    ...(await register("Example shop", redirectUris)),
    alice: await givenUser(database, { emailIsVerified: true }),
    bob: await givenUser(database, { emailIsVerified: true }),
    browser: (added = {}) => newBrowser((url) => !url.startsWith(`${baseUrl}/`), added),
    /** Time of the service goes on; the protocol's library has its own. */
    advance: (ms: number) => {
      offsetMs += ms;
    },
  };
}

/**
 * What a person does from `url` on: writes the e-mail address, the code of the mail, and allows what the application
 * asks. Returns the page on which that ends, which is the application's.
 */
export async function logInBy(
  { database }: Pick<Service, "database">,
  browser: Browser,
  url: string,
  { email, decision = "allow" }: { readonly email: string; readonly decision?: string },
): Promise<Page> {
  let page = await browser.open(url);
  for (let step = 0; step < 6 && page.html.includes("<form"); step++)
    if (page.html.includes('id="consent"')) page = await browser.submit(page, "consent", { decision });
    else if (page.html.includes('autocomplete="one-time-code"'))
      page = await browser.submit(page, "login", { code: await codeTo(database, email) });
    else page = await browser.submit(page, "login", { email });
  if (page.html !== "") throw new Error(`the login ends at ${page.url}: ${page.status}\n${page.html}`);
  return page;
}

/** The code of the newest mail to an address. */
export async function codeTo({ admin }: DatabaseUnderTest, email: string): Promise<string> {
  const [mail] = await admin.query<{ readonly text: string }>(sql`
    select body_text as text from mails.mail where recipient = ${email} order by id desc limit 1`);
  return codeIn(mail?.text);
}
