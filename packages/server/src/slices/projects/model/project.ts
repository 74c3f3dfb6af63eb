import { AppError, InvalidInput } from "#kernel/errors.ts";
import type { ProjectId, WalletId } from "#kernel/ids.ts";
import { isLanguage, LANGUAGES, type Language } from "#texts/language.ts";

/** A customer of the service, usually one app: it owns a wallet and authenticates with its keys. */
export type Project = {
  readonly id: ProjectId;
  readonly name: string;
  /** Local part of its Lightning address in this service: `<handle>@<our host>`. */
  readonly handle: string;
  readonly walletId: WalletId;
  /** Of mails in its name, to people of whom no other one is known. */
  readonly language: Language;
  readonly createdAt: Date;
};

export class ProjectNotFound extends AppError {
  constructor(nameOrId: string) {
    super("project_not_found", `there is no project "${nameOrId}"`);
  }
}

export class ProjectNameTaken extends AppError {
  constructor(name: string) {
    super("project_name_taken", `a project named "${name}" exists already`);
  }
}

const NAME_LENGTH_MAX = 64;
const HANDLE_LENGTH_MAX = 32;

/**
 * Name of a project: 1 to 64 characters without control characters, spaces at the ends removed. The rule is ours.
 * @throws {InvalidInput} when `text` is not one.
 */
export function projectName(text: string): string {
  const name = text.trim();
  if (name === "") throw new InvalidInput("name", "must not be empty");
  if (name.length > NAME_LENGTH_MAX) throw new InvalidInput("name", `must have at most ${NAME_LENGTH_MAX} characters`);
  if (!name.isWellFormed() || /\p{Cc}/u.test(name)) throw new InvalidInput("name", "must not have control characters");
  return name;
}

/** Until another one is set; as the table has it. */
export const PROJECT_LANGUAGE_DEFAULT: Language = "en";

/** @throws {InvalidInput} when there are no texts in it. */
export function projectLanguage(text: string): Language {
  if (!isLanguage(text)) throw new InvalidInput("language", `must be one of ${LANGUAGES.join(", ")}`);
  return text;
}

const FEE_CEILING_BASIS_POINTS_MAX = 10_000n;

/**
 * The highest routing fee that a project allows: 0 to 10,000 basis points, which is as much as the payment itself.
 * @throws {InvalidInput} when `basisPoints` is outside.
 */
export function feeCeiling(basisPoints: bigint): bigint {
  if (basisPoints < 0n || basisPoints > FEE_CEILING_BASIS_POINTS_MAX)
    throw new InvalidInput("fee ceiling", `must be 0 to ${FEE_CEILING_BASIS_POINTS_MAX} basis points`);
  return basisPoints;
}

/** The form in which names are compared: "Demo" and "ＤＥＭＯ" are one name. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/**
 * The handle that a name wishes for: what of it may stand in a Lightning address (LUD-16: `a-z0-9-_.`), at most 32
 * characters, letters without their accents. A name of which nothing is left gets "project".
 */
export function handleFor(name: string): string {
  const handle = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "")
    .slice(0, HANDLE_LENGTH_MAX)
    .replace(/[._-]+$/, "");
  return handle === "" ? "project" : handle;
}

/**
 * A project name, the form in which it is compared, and the handle that it wishes for.
 * @throws {InvalidInput} when `text` is not a project name.
 */
export function nameForms(text: string): {
  readonly name: string;
  readonly foldedName: string;
  readonly handle: string;
} {
  const name = projectName(text);
  return { name, foldedName: foldName(name), handle: handleFor(name) };
}
