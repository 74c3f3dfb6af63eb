import { hash } from "node:crypto";
import type { ProjectId } from "#kernel/ids.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import type { Language } from "#texts/language.ts";

/** Somebody who is told: an operator, the contact of projects, or both. */
export type Reader = {
  readonly address: EmailAddress;
  readonly isOperator: boolean;
  /** Whose contact it is, with their names. */
  readonly projects: ReadonlyMap<ProjectId, string>;
  readonly language: Language;
};

/** The language of contacts. A project has none of its own yet: here is the one place where it goes. */
const LANGUAGE_OF_CONTACTS: Language = "en";

/** One for each address, operators first, so that nobody is told the same twice. */
export function readersOf(
  operators: { readonly addresses: readonly EmailAddress[]; readonly language: Language },
  contacts: readonly { readonly id: ProjectId; readonly name: string; readonly contact: EmailAddress }[],
): readonly Reader[] {
  const addresses = new Set([...operators.addresses, ...contacts.map(({ contact }) => contact)]);
  return [...addresses].map((address) => {
    const isOperator = operators.addresses.includes(address);
    const projects = new Map(contacts.filter(({ contact }) => contact === address).map(({ id, name }) => [id, name]));
    return { address, isOperator, projects, language: isOperator ? operators.language : LANGUAGE_OF_CONTACTS };
  });
}

/** By which the tables name an address: hexadecimal SHA-256. */
export function hashOfAddress(address: EmailAddress): string {
  return hash("sha256", address);
}
