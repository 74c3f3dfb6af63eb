import type { Command } from "commander";
import { InvalidInput } from "#kernel/errors.ts";
import { type ProjectKeyId, uuid } from "#kernel/ids.ts";
import {
  changeProject,
  confirmKeys,
  createKey,
  createKeyCache,
  createProject,
  findKey,
  KeyNotFound,
  listContacts,
  listKeys,
  listProjects,
  restrictKey,
  revokeKey,
  setProjectLanguage,
} from "#projects";
import { LANGUAGES, ownNameOf } from "#texts/language.ts";
import {
  type KeyOptions,
  POLICY_OPTIONS,
  type PolicyOptions,
  printKey,
  readEnd,
  readPolicy,
  requirePolicy,
} from "./key-policy.ts";
import { addRollCommands } from "./key-roll.ts";
import { addLimitOptions } from "./limits.ts";
import { addMemberCommands } from "./members.ts";
import { JSON_OPTION, type Json, print, printJson, printTable } from "./output.ts";
import { addContactCommands } from "./project-contacts.ts";
import { presentProject, printProject, readChanges, requireProject, type SetOptions } from "./project-settings.ts";
import { commandLog, type Session, withDatabase } from "./session.ts";

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
        const contacts = await listContacts(db);
        const projects = (await listProjects(db)).map((one) => ({
          ...presentProject(one),
          contact: contacts.get(one.id),
        }));
        if (json) printJson(projects);
        else printTable(projects, "There is no project yet.");
      }),
    );
  addSettingCommands(project);
  addLanguageCommand(project);
  addContactCommands(project);
  addMemberCommands(project);
  addKeyCommands(program);
}

function addSettingCommands(project: Command): void {
  project
    .command("show <project>")
    .description("show the settings of a project, named by name or id, and what its wallet holds and may spend")
    .option(...JSON_OPTION)
    .action((nameOrId: string, output: Json) =>
      withDatabase(async (session) => {
        await printProject(session, await requireProject(session, nameOrId), output);
      }),
    );
  const set = project
    .command("set <project>")
    .description("change settings: limits hold from the next payment on, the rest within 5 seconds")
    .option("--name <name>", "another name; its Lightning address stays")
    .option(
      "--fee-ceiling <basis points>",
      "the highest fee limit that `maxFee` may ask for, in hundredths of a percent of the amount",
    )
    .option(
      "--unique-internal-id <on|off>",
      "whether a payment with an internalId that was used is the earlier one again",
    );
  addLimitOptions(set)
    .option(...JSON_OPTION)
    .action((nameOrId: string, { json, ...options }: Json & SetOptions) =>
      withDatabase(async (session) => {
        const changes = readChanges(options);
        const before = await requireProject(session, nameOrId);
        await changeProject(session, before, changes);
        await printProject(session, await requireProject(session, before.id), json === true ? { json } : {});
      }),
    );
}

function addLanguageCommand(project: Command): void {
  project
    .command("set-language <project> <language>")
    .description(`the language of mails in its name, where the recipient's is not known: ${LANGUAGES.join(", ")}`)
    .action((nameOrId: string, text: string) =>
      withDatabase(async (session) => {
        const { id, name } = await requireProject(session, nameOrId);
        const language = await setProjectLanguage(session, id, text);
        print(`Mails of project ${name} are in ${ownNameOf(language)} from now on.`);
      }),
    );
}

function addKeyCommands(program: Command): void {
  const key = program.command("key").description("project keys: what an app sends in the `apikey` header");
  const create = key
    .command("create <project>")
    .description("make a key for a project, named by name or id; without a rule it may do everything");
  for (const [flags, about] of POLICY_OPTIONS) create.option(flags, about);
  create.option("--name <name>", "what people call it, 1 to 40 characters");
  create.option("--days <number>", "after so many days the key ends");
  create.option(...JSON_OPTION).action((nameOrId: string, { json, days, name, ...rules }: Json & KeyOptions) =>
    withDatabase(async (session) => {
      const policy = readPolicy(rules);
      const endsAt = days === undefined ? undefined : readEnd(days, session.clock.now());
      const owner = await requireProject(session, nameOrId);
      const { key: made, secret } = await createKey(session, { projectId: owner.id, name, policy, endsAt });
      if (json) return printJson({ id: made.id, projectId: owner.id, apiKey: secret });
      print(secret);
      const show = made.isRestricted ? ` \`npm run leyden -- key show ${made.id}\` shows what it may do.` : "";
      process.stderr.write(`Key ${made.id} of project ${owner.name}. It is shown this once and never again.${show}\n`);
    }),
  );
  addPolicyCommands(key);
  addRollCommands(key);
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
  addConfirmCommand(key);
  key
    .command("list <project>")
    .description("list the keys of a project, revoked ones too")
    .option(...JSON_OPTION)
    .action((nameOrId: string, { json }: Json) =>
      withDatabase(async (session) => {
        const owner = await requireProject(session, nameOrId);
        const keys = (await listKeys(session.db, owner.id)).map((item) => ({
          id: item.id,
          name: item.name,
          prefix: item.prefix,
          createdAt: item.createdAt.toISOString(),
          lastUsedAt: item.lastUsedAt?.toISOString(),
          revokedAt: item.revokedAt?.toISOString(),
          endsAt: item.endsAt?.toISOString(),
          rolledFrom: item.rolledFrom,
          policy: item.isRestricted ? "yes" : undefined,
          unconfirmed: item.waitsForRules ? "needs its rules" : item.isUnconfirmed ? "yes" : undefined,
        }));
        if (json) printJson(keys);
        else printTable(keys, `Project ${owner.name} has no key yet.`);
      }),
    );
}

function addConfirmCommand(key: Command): void {
  key
    .command("confirm [project]")
    .description(
      "after a restore: let the keys of a project do again what they could. Revoke first what you had revoked. " +
        "Returns when it holds in every process",
    )
    .option("--all", "the keys of all projects")
    .action((nameOrId: string | undefined, { all }: { all?: true }) =>
      withDatabase(async (session) => {
        if ((nameOrId === undefined) !== (all === true))
          throw new InvalidInput("project", "must be named, or `--all` given");
        const owner = nameOrId === undefined ? undefined : await requireProject(session, nameOrId);
        const confirmed = await confirmKeys({ ...session, log: commandLog() }, { project: owner?.id });
        if (confirmed === 0) return print("No key waits for confirmation.");
        print(confirmed === 1 ? "1 key is confirmed." : `${confirmed} keys are confirmed.`);
      }),
    );
}

function addPolicyCommands(key: Command): void {
  const restrict = key
    .command("restrict <key>")
    .description("change what a key may do; a rule that is not named stays. Returns when it holds in every process");
  for (const [flags, about] of POLICY_OPTIONS) restrict.option(flags, about);
  restrict.option(...JSON_OPTION).action((id: string, { json, ...rules }: Json & PolicyOptions) =>
    withDatabase(async (session) => {
      const keyId = uuid<ProjectKeyId>("key", id);
      const changes = requirePolicy(rules);
      await restrictKey({ ...session, keyCache: createKeyCache(session.clock) }, { keyId, changes });
      await showKey(session, keyId, { json });
    }),
  );
  key
    .command("show <key>")
    .description("show what a key may do, and what its budgets leave")
    .option(...JSON_OPTION)
    .action((id: string, { json }: Json) =>
      withDatabase(async (session) => await showKey(session, uuid<ProjectKeyId>("key", id), { json })),
    );
}

async function showKey({ db, clock }: Session, id: ProjectKeyId, output: { readonly json?: true | undefined }) {
  const found = await findKey(db, id, clock.now());
  if (found === undefined) throw new KeyNotFound(id);
  printKey(found, output);
}
