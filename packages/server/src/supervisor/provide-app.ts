import {
  type App,
  type AppDeps,
  changeApp,
  createApp,
  endOldSecrets,
  findApp,
  isClientSecret,
  listApps,
  rotateSecret,
} from "#oauth";
import { isLocalHost } from "#platform/http/is-local.ts";
import type { Project } from "#projects";

/** The application of the demo project, as `development.json` holds it. */
export type DevelopmentApp = { readonly clientId: string; readonly clientSecret: string; readonly redirectUri: string };

const NAME = "Demo";

/**
 * The application in the file while it and its secret are valid, else the project's own one with a new secret, else a
 * new one: a start that was killed goes on where it was. It leads back to this installation's page for developers.
 */
export async function provideApp(
  deps: Parameters<typeof rotateSecret>[0],
  { project, baseUrl, known }: { project: Project; baseUrl: string; known: DevelopmentApp | undefined },
): Promise<DevelopmentApp> {
  const redirectUri = `${originOfPage(baseUrl)}/dev/oauth/callback`;
  const app = await findDemo(deps, project, known);
  if (app === undefined) {
    const made = await createApp(deps, { projectId: project.id, name: NAME, redirectUris: [redirectUri] });
    return { clientId: made.app.clientId, clientSecret: made.clientSecret, redirectUri };
  }
  if (!app.redirectUris.includes(redirectUri)) await changeApp(deps, app, { redirectUris: [redirectUri] });
  const isKnown = known?.clientId === app.clientId && (await isClientSecret(deps.db, known));
  if (isKnown) return { clientId: app.clientId, clientSecret: known.clientSecret, redirectUri };
  await endOldSecrets(deps, app); // two may be valid, which is the most
  const { clientSecret } = await rotateSecret(deps, app);
  return { clientId: app.clientId, clientSecret, redirectUri };
}

/**
 * The page answers at loopback alone. An http:// address of another name can be no redirect of OAuth: a service that
 * listens only there has no such page, and its application stands for loopback.
 */
function originOfPage(baseUrl: string): string {
  const { protocol, host, port } = new URL(baseUrl);
  return protocol === "https:" || isLocalHost(host) ? baseUrl : `http://localhost:${port || 80}`;
}

async function findDemo(
  { db }: AppDeps,
  project: Project,
  known: DevelopmentApp | undefined,
): Promise<App | undefined> {
  const named = known && (await findApp(db, known.clientId));
  if (named !== undefined && named.revokedAt === undefined && named.projectId === project.id) return named;
  const own = await listApps(db, project.id);
  return own.find(({ name, revokedAt }) => name === NAME && revokedAt === undefined);
}
