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

type Contact = {
  readonly id: ProjectId;
  readonly name: string;
  readonly contact: EmailAddress;
  readonly language: Language;
};

/**
 * One for each address, operators first, so that nobody is told the same twice. A contact of several projects reads in
 * the language of the first.
 */
export function readersOf(
  operators: { readonly addresses: readonly EmailAddress[]; readonly language: Language },
  contacts: readonly Contact[],
): readonly Reader[] {
  const addresses = new Set([...operators.addresses, ...contacts.map(({ contact }) => contact)]);
  return [...addresses].map((address) => {
    const isOperator = operators.addresses.includes(address);
    const own = contacts.filter(({ contact }) => contact === address);
    const projects = new Map(own.map(({ id, name }) => [id, name]));
    const language = isOperator ? operators.language : (own[0]?.language ?? operators.language);
    return { address, isOperator, projects, language };
  });
}

/** By which the tables name an address: hexadecimal SHA-256. */
export function hashOfAddress(address: EmailAddress): string {
  return hash("sha256", address);
}
