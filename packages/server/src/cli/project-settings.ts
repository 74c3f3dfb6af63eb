import { InvalidInput } from "#kernel/errors.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { findContact, findPolicy, findProject, type Project, type ProjectChanges, ProjectNotFound } from "#projects";
import { ownNameOf } from "#texts/language.ts";
import { type LimitOptions, presentWalletState, printLimits, readLimits, readWalletState } from "./limits.ts";
import { print, printJson } from "./output.ts";
import type { Session } from "./session.ts";

/** What `leyden project set` was given. */
export type SetOptions = LimitOptions & {
  readonly [Name in "name" | "feeCeiling" | "uniqueInternalId"]?: string;
};

/** @throws {InvalidInput} {OperatorError} when nothing is to be changed. */
export function readChanges({ name, feeCeiling, uniqueInternalId, ...limits }: SetOptions): ProjectChanges {
  if ([name, feeCeiling, uniqueInternalId, ...Object.values(limits)].every((text) => text === undefined))
    throw new OperatorError("nothing is to be changed", "`npm run leyden -- project set --help` names the settings.");
  return {
    name,
    feeCeilingBasisPoints: feeCeiling === undefined ? undefined : readBasisPoints(feeCeiling),
    internalIdIsUnique: uniqueInternalId === undefined ? undefined : readSwitch(uniqueInternalId),
    limits: readLimits(limits),
  };
}

function readBasisPoints(text: string): bigint {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidInput("--fee-ceiling", "must be a whole number of basis points");
  return BigInt(text);
}

function readSwitch(text: string): boolean {
  if (text !== "on" && text !== "off") throw new InvalidInput("--unique-internal-id", "must be `on` or `off`");
  return text === "on";
}

/** @throws {ProjectNotFound} */
export async function requireProject({ db }: Pick<Session, "db">, nameOrId: string): Promise<Project> {
  const project = await findProject(db, nameOrId);
  if (project === undefined) throw new ProjectNotFound(nameOrId);
  return project;
}

/** A project as commands show it. */
export function presentProject({ id, name, handle, walletId, language, createdAt }: Project) {
  return { id, name, handle, walletId, language, createdAt: createdAt.toISOString() };
}

/** Settings of a project, what its wallet holds, and what its limits still leave. */
export async function printProject(
  session: Session,
  project: Project,
  { json }: { readonly json?: true },
): Promise<void> {
  const [settings, contact, state] = await Promise.all([
    findPolicy(session.db, project.id),
    findContact(session.db, project.id),
    readWalletState(session, project),
  ]);
  if (json)
    return printJson({
      ...presentProject(project),
      feeCeilingBasisPoints: Number(settings.feeCeilingBasisPoints),
      internalIdIsUnique: settings.internalIdIsUnique,
      contact: contact?.address ?? null,
      lowBalance: contact?.lowBalance ?? null,
      ...presentWalletState(state),
    });

  print(`Project ${project.name} (${project.id})`);
  print(`Wallet ${project.walletId} holds ${state.balance} msats. Its address starts with "${project.handle}@".`);
  print(`A route may cost ${settings.feeCeilingBasisPoints} basis points of the amount.`);
  print(
    contact?.address === undefined
      ? "Nobody is told what it should know."
      : `It is told by mail to ${contact.address}.`,
  );
  if (contact?.lowBalance !== undefined) print(`Its wallet is low below ${contact.lowBalance} msats.`);
  print(`An internalId ${settings.internalIdIsUnique ? "is unique" : "may come again"}.`);
  print(`Mails to people whose language is not known are in ${ownNameOf(project.language)} (${project.language}).\n`);
  printLimits(state);
}
