import type { Command } from "commander";
import { type ProjectKeyId, uuid } from "../kernel/ids.ts";
import {
  createKey,
  createKeyCache,
  createProject,
  findProject,
  listKeys,
  listProjects,
  type Project,
  ProjectNotFound,
  revokeKey,
} from "../slices/projects/index.ts";
import { print, printJson, printTable } from "./output.ts";
import { type Session, withDatabase } from "./session.ts";

type Json = { readonly json?: true };
const JSON_OPTION = ["--json", "print JSON"] as const;

export function addProjectCommands(program: Command): void {
  const project = program.command("project").description("projects: each owns a wallet and keys");
  project
    .command("create <name>")
    .description("create a project with an empty wallet")
    .option(...JSON_OPTION)
    .action((name: string, { json }: Json) =>
      withDatabase(async (session) => {
        const created = await createProject(session, { name });
        if (json) return printJson(presentProject(created));
        print(`Project ${created.name} (${created.id}) with wallet ${created.walletId}.`);
        print(`Make a key for it: npm run leyden -- key create ${created.id}`);
      }),
    );
  project
    .command("list")
    .description("list all projects")
    .option(...JSON_OPTION)
    .action(({ json }: Json) =>
      withDatabase(async ({ db }) => {
        const projects = (await listProjects(db)).map(presentProject);
        if (json) printJson(projects);
        else printTable(projects, "There is no project yet.");
      }),
    );

  const key = program.command("key").description("project keys: what an app sends in the `apikey` header");
  key
    .command("create <project>")
    .description("make a key for a project, named by name or id; two may be valid at once, for rotation")
    .option(...JSON_OPTION)
    .action((nameOrId: string, { json }: Json) =>
      withDatabase(async (session) => {
        const owner = await requireProject(session, nameOrId);
        const { key: made, secret } = await createKey(session, { projectId: owner.id });
        if (json) return printJson({ id: made.id, projectId: owner.id, apiKey: secret });
        print(secret);
        process.stderr.write(`Key ${made.id} of project ${owner.name}. It is shown this once and never again.\n`);
      }),
    );
  key
    .command("revoke <key>")
    .description("end a key, named by its id; running servers forget it within 5 seconds")
    .action((id: string) =>
      withDatabase(async (session) => {
        const keyId = uuid<ProjectKeyId>("key", id);
        await revokeKey({ ...session, keyCache: createKeyCache(session.clock) }, { keyId });
        print(`Key ${keyId} is revoked.`);
      }),
    );
  key
    .command("list <project>")
    .description("list the keys of a project, revoked ones too")
    .option(...JSON_OPTION)
    .action((nameOrId: string, { json }: Json) =>
      withDatabase(async (session) => {
        const owner = await requireProject(session, nameOrId);
        const keys = (await listKeys(session.db, owner.id)).map((item) => ({
          id: item.id,
          prefix: item.prefix,
          createdAt: item.createdAt.toISOString(),
          lastUsedAt: item.lastUsedAt?.toISOString(),
          revokedAt: item.revokedAt?.toISOString(),
        }));
        if (json) printJson(keys);
        else printTable(keys, `Project ${owner.name} has no key yet.`);
      }),
    );
}

async function requireProject({ db }: Session, nameOrId: string): Promise<Project> {
  const project = await findProject(db, nameOrId);
  if (project === undefined) throw new ProjectNotFound(nameOrId);
  return project;
}

function presentProject({ id, name, handle, walletId, createdAt }: Project) {
  return { id, name, handle, walletId, createdAt: createdAt.toISOString() };
}
