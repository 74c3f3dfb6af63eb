import type { Command } from "commander";
import {
  type App,
  AppNotFound,
  changeApp,
  createApp,
  endOldSecrets,
  endSecret,
  findApp,
  listApps,
  listValidSecrets,
  presentSecret,
  revokeApp,
  rotateSecret,
  rotateSigningKey,
} from "#oauth";
import { OperatorError } from "#platform/operator-error.ts";
import { openSealer } from "#platform/secrets/open-sealer.ts";
import { JSON_OPTION, type Json, print, printJson, printTable } from "./output.ts";
import { requireProject } from "./project-settings.ts";
import { type Session, withDatabase } from "./session.ts";

type Described = { readonly name?: string; readonly redirect?: string[]; readonly logo?: string };

const REDIRECT = [
  "--redirect <url...>",
  "where a login may lead back to: 1 to 3 addresses, https:// or the scheme of a native app; http:// on this machine alone",
] as const;

/** Applications: what logs people in with OAuth 2. */
export function addAppCommands(program: Command): void {
  const app = program
    .command("app")
    .description("applications: they log people in, with a client id and a client secret");
  addCreate(app);
  app
    .command("list [project]")
    .description("list the applications of a project, or of all")
    .option(...JSON_OPTION)
    .action((nameOrId: string | undefined, { json }: Json) =>
      withDatabase(async (session) => {
        const projectId = nameOrId === undefined ? undefined : (await requireProject(session, nameOrId)).id;
        const apps = (await listApps(session.db, projectId)).map(present);
        if (json) printJson(apps);
        else
          printTable(
            apps.map(({ redirectUris, logoUrl: _, ...rest }) => ({
              ...rest,
              redirectUris: redirectUris.join(" "),
              revokedAt: rest.revokedAt ?? undefined,
            })),
            "There is no application yet.",
          );
      }),
    );
  app
    .command("show <app>")
    .description("show an application, named by its id or its client id")
    .option(...JSON_OPTION)
    .action((text: string, output: Json) =>
      withDatabase(async (session) => await printApp(session, await requireApp(session, text), output)),
    );
  app
    .command("set <app>")
    .description("change what is shown of an application, or where its logins lead back to")
    .option("--name <name>", "what people read when they are asked for their consent")
    .option(...REDIRECT)
    .option("--logo <url>", 'an https:// address of an image; "" for none')
    .option(...JSON_OPTION)
    .action((text: string, { json, ...options }: Json & Described) =>
      withDatabase(async (session) => {
        if (Object.keys(options).length === 0)
          throw new OperatorError("nothing is to be changed", "`npm run leyden -- app set --help` names what can be.");
        const { name, redirect, logo } = options;
        const changed = await changeApp(session, await requireApp(session, text), {
          ...(name === undefined ? {} : { name }),
          ...(redirect === undefined ? {} : { redirectUris: redirect }),
          ...(logo === undefined ? {} : { logoUrl: logo }),
        });
        await printApp(session, changed, json === true ? { json } : {});
      }),
    );
  addSecretCommands(app);
  addKeyCommand(app);
}

function addCreate(app: Command): void {
  app
    .command("create <project>")
    .description("register an application of a project, named by name or id")
    .requiredOption("--name <name>", "what people read when they are asked for their consent")
    .requiredOption(...REDIRECT)
    .option("--logo <url>", "an https:// address of an image, shown beside the name")
    .option(...JSON_OPTION)
    .action((nameOrId: string, { json, name, redirect, logo }: Json & Required<Described>) =>
      withDatabase(async (session) => {
        const { id: projectId } = await requireProject(session, nameOrId);
        const draft = { projectId, name, redirectUris: redirect, logoUrl: logo };
        const { app: made, clientSecret } = await createApp(session, draft);
        if (json) return printJson({ ...present(made), clientSecret });
        print(`client id      ${made.clientId}\nclient secret  ${clientSecret}`);
        process.stderr.write(
          "The secret is shown this once and never again. It belongs into your backend, never into a page or an app.\n",
        );
      }),
    );
}

function addSecretCommands(app: Command): void {
  app
    .command("rotate-secret <app>")
    .description("make another client secret; the one before stays valid until you end it")
    .option("--end-old", "make none: end the one before")
    .option("--end <secret>", "make none: end this one, named by its last four characters or the id that `show` says")
    .option(...JSON_OPTION)
    .action((text: string, { json, endOld, end }: Json & { endOld?: boolean; end?: string }) =>
      withDatabase(async (session) => {
        const found = await requireApp(session, text);
        if (end !== undefined) {
          await endSecret(session, found, { name: end });
          return json ? printJson({ ended: 1 }) : print("The secret is ended.");
        }
        if (endOld) {
          const ended = await endOldSecrets(session, found);
          return json
            ? printJson({ ended })
            : print(ended === 0 ? "There was one secret only; it stays." : "The secret before is ended.");
        }
        const { clientSecret } = await rotateSecret(session, found);
        if (json) return printJson({ clientId: found.clientId, clientSecret });
        print(clientSecret);
        process.stderr.write(
          `Both secrets are valid now. When your backend has the new one: npm run leyden -- app rotate-secret ${found.id} --end-old\n`,
        );
      }),
    );
  app
    .command("revoke <app>")
    .description("end an application: its logins, codes and tokens are worth nothing any more")
    .action((text: string) =>
      withDatabase(async (session) => {
        const found = await requireApp(session, text);
        await revokeApp(session, found);
        print(`Application ${found.name} (${found.id}) is ended.`);
      }),
    );
}

function addKeyCommand(app: Command): void {
  app
    .command("rotate-key")
    .description("make another key that signs id tokens; it is published now and signs a day later")
    .option("--at-once", "a private key became known: sign with the new one now, and publish none of those before")
    .option(...JSON_OPTION)
    .action(({ json, atOnce = false }: Json & { atOnce?: boolean }) =>
      withDatabase(async (session) => {
        const sealer = await openSealer(session, session.config);
        await rotateSigningKey({ ...session, sealer }, { atOnce });
        if (json) return printJson({ atOnce });
        print(
          atOnce
            ? "Another key signs within 5 seconds. Those before are not published any more: tell applications to read the list of keys again."
            : "The next key is published within 5 seconds, and signs in a day. Applications need not do anything.",
        );
      }),
    );
}

async function requireApp({ db }: Session, text: string): Promise<App> {
  const app = await findApp(db, text);
  if (app === undefined) throw new AppNotFound();
  return app;
}

function present({ createdAt, revokedAt, logoUrl, ...app }: App) {
  return {
    ...app,
    logoUrl: logoUrl ?? null,
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

async function printApp({ db }: Session, app: App, { json }: Json): Promise<void> {
  const secrets = (await listValidSecrets(db, app.id)).map(presentSecret);
  if (json) return printJson({ ...present(app), secrets });
  const { redirectUris, ...rest } = present(app);
  const lines = { ...rest, redirectUris: redirectUris.join(" ") };
  for (const [name, value] of Object.entries(lines)) if (value !== null) print(`${name.padEnd(16)} ${value}`);
  for (const { id, lastFour, createdAt, usedAt } of secrets)
    print(
      `${"secret".padEnd(16)} ${id} …${lastFour ?? "?"} made ${createdAt}, ${usedAt ? `used ${usedAt}` : "no use seen"}`,
    );
}
