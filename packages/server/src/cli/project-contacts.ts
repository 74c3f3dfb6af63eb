import type { Command } from "commander";
import { InvalidInput } from "#kernel/errors.ts";
import { type Msats, parseMsats } from "#kernel/money.ts";
import { setContact, setLowBalance } from "#projects";
import { type EmailAddress, emailAddress } from "#protocol/email-address.ts";
import { print } from "./output.ts";
import { requireProject } from "./project-settings.ts";
import { withDatabase } from "./session.ts";

/** Whom a project wants to be told, and of what. */
export function addContactCommands(project: Command): void {
  project
    .command("set-contact <project> <address>")
    .description(
      "the e-mail address that is told of a low wallet, a webhook that fails and a pause of sending, or `none`",
    )
    .action((nameOrId: string, text: string) =>
      withDatabase(async (session) => {
        const { id, name } = await requireProject(session, nameOrId);
        const address = readContact(text);
        await setContact(session, { project: id, address });
        print(address === undefined ? `Nobody is told for project ${name}.` : `Project ${name} is told at ${address}.`);
      }),
    );
  project
    .command("set-low-balance <project> <msats>")
    .description("tell the contact when the wallet holds less, or `none`")
    .action((nameOrId: string, text: string) =>
      withDatabase(async (session) => {
        const { id, name } = await requireProject(session, nameOrId);
        const limit = readLowBalance(text);
        await setLowBalance(session, { project: id, limit });
        print(
          limit === undefined
            ? `Nobody is told when the wallet of project ${name} is low.`
            : `The contact of project ${name} is told when its wallet holds less than ${limit} msats.`,
        );
      }),
    );
}

/** @throws {InvalidInput} */
export function readContact(text: string): EmailAddress | undefined {
  return text === "none" ? undefined : emailAddress(text, "contact");
}

/** @throws {InvalidInput} */
export function readLowBalance(text: string): Msats | undefined {
  if (text === "none") return undefined;
  try {
    return parseMsats(text, "msats");
  } catch {
    throw new InvalidInput("msats", "must be a whole number of millisatoshis from 1 on, or `none`");
  }
}
