import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { type KeyAccess, SCOPES, type Scope } from "#kernel/caller.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { isNetwork } from "#kernel/network.ts";
import { parseLightningAddress } from "#protocol/lightning-address.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";

/** What a project key may do. Undefined is no bound; a key without a policy has none at all. */
export type KeyPolicy = Omit<KeyAccess, "isUnconfirmed"> & {
  /** The most that one payment may send; fees are not counted. */
  readonly cap: Msats | undefined;
  /** The most that its payments may send in any 24 hours; fees and failed payments are not counted. */
  readonly daily: Msats | undefined;
  /** The same for any 7 days. */
  readonly weekly: Msats | undefined;
  /** The same for any 30 days. */
  readonly monthly: Msats | undefined;
  /** `name@host`, `*@host`, the public key of a node, `internal` (any wallet of this service). */
  readonly destinations: readonly string[] | undefined;
};

/** What changes; a rule that is there and undefined is lifted, one that is not there stays. */
export type KeyPolicyChanges = { readonly [Rule in keyof KeyPolicy]?: KeyPolicy[Rule] | undefined };

/** The compiler asks for all of them and for no other. */
const RULES: Readonly<Record<keyof KeyPolicy, true>> = {
  scopes: true,
  cap: true,
  daily: true,
  weekly: true,
  monthly: true,
  destinations: true,
  networks: true,
};

/** Whether every rule is given or lifted, and none stays. */
export function namesAll(changes: KeyPolicyChanges): boolean {
  return Object.keys(RULES).every((rule) => rule in changes);
}

export function withChanges(policy: KeyPolicy, changes: KeyPolicyChanges): KeyPolicy {
  return { ...policy, ...changes } as KeyPolicy;
}

/** What a key without rules may do. */
export const NO_RULES: KeyPolicy = {
  scopes: undefined,
  cap: undefined,
  daily: undefined,
  weekly: undefined,
  monthly: undefined,
  destinations: undefined,
  networks: undefined,
};

/**
 * SHA-256 by which the journal names the rules of a key: they hold names and addresses. Without a budget by week or
 * month it is that of lines from before there were such.
 */
export function hashOfRules({ scopes, cap, daily, weekly, monthly, destinations, networks }: KeyPolicy): Uint8Array {
  const sorted = [scopes, destinations, networks].map((list) => list && [...list].sort());
  const longer = weekly === undefined && monthly === undefined ? [] : [weekly?.toString(), monthly?.toString()];
  return sha256(utf8ToBytes(JSON.stringify([...sorted, cap?.toString(), daily?.toString(), ...longer])));
}

/** Entries of one list: each payment reads them all. */
const ENTRIES_MAX = 50;

/** @throws {InvalidInput} when a rule is not one. */
export function checkedRules(changes: KeyPolicyChanges): KeyPolicyChanges {
  const { cap, daily, weekly, monthly, scopes, destinations, networks } = changes;
  const amounts = { cap, "daily budget": daily, "weekly budget": weekly, "monthly budget": monthly };
  for (const [name, amount] of Object.entries(amounts)) if (amount !== undefined) msats(amount, name);
  return {
    ...changes,
    ...(scopes && { scopes: listOf("scope", scopes, scope) }),
    ...(destinations && { destinations: listOf("destination", destinations, destination) }),
    ...(networks && { networks: listOf("address", networks, network) }),
  };
}

function listOf<T>(name: string, entries: readonly string[], read: (text: string) => T): readonly T[] {
  if (entries.length === 0) throw new InvalidInput(name, "must be named at least once");
  if (entries.length > ENTRIES_MAX) throw new InvalidInput(name, `must be named at most ${ENTRIES_MAX} times`);
  return [...new Set(entries.map(read))];
}

function scope(text: string): Scope {
  const known = SCOPES.find((name) => name === text);
  if (known === undefined) throw new InvalidInput("scope", `must be one of ${SCOPES.join(", ")}`);
  return known;
}

/** A compressed public key (BOLT 7: `point`), lower-case hex. */
const NODE_ID = /^0[23][0-9a-f]{64}$/;

/** In the form in which payments are compared with it: lower case, the host in its ASCII form. */
function destination(text: string): string {
  if (text === "internal") return text;
  if (NODE_ID.test(text.toLowerCase())) return text.toLowerCase();
  const isHost = text.startsWith("*@");
  try {
    const { text: address, host } = parseLightningAddress(isHost ? `any${text.slice(1)}` : text);
    return isHost ? `*@${host}` : address;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const forms = "name@host, *@host, the public key of a node or internal";
    throw new InvalidInput("destination", `must be ${forms}, and "${text}" is none of them`);
  }
}

function network(text: string): string {
  if (!isNetwork(text))
    throw new InvalidInput(
      "address",
      `must be an IP address or a network such as 203.0.113.0/24, and "${text}" is none`,
    );
  return text;
}
