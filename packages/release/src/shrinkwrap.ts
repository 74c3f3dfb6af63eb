import { isOwn, type Needs, type ReleaseManifest } from "./manifest.ts";

/** An entry of `package-lock.json` (lockfileVersion 3). */
export type Entry = {
  readonly version?: string;
  readonly dependencies?: Needs;
  readonly optionalDependencies?: Needs;
  readonly peerDependencies?: Needs;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly [field: string]: unknown;
};

export type Lock = { readonly packages: Readonly<Record<string, Entry>>; readonly [field: string]: unknown };

const NODE_MODULES = "node_modules/";
const OPTIONAL = { optional: true };
/** What says for whom of the checkout an entry is there. */
const OF_CHECKOUT = ["dev", "devOptional", "peer", "optional", "extraneous"];

/**
 * `npm-shrinkwrap.json` of the release: of the lock file of the checkout what the release needs, each at its version
 * and place. So an installation has what the tests ran with, overrides included.
 *
 * @param places where in the checkout the packages lie whose needs the release has.
 */
export function shrinkwrap(lock: Lock, manifest: ReleaseManifest, places: readonly string[]): Lock {
  const { name, version, license, dependencies, optionalDependencies, overrides, bin, engines } = manifest;
  const required = reach(lock, findAll(lock, Object.keys(dependencies), places), needsOf);
  const all = reach(lock, [...required, ...findAll(lock, Object.keys(optionalDependencies), places)], wishesOf);
  const entries = [...all].sort().map((key) => {
    const place = key.replace(/^packages\/[^/]+\//, "");
    return [place, entryOf(overridden(lock.packages[key] ?? {}, overrides), required.has(key))] as const;
  });
  const packages = Object.fromEntries(entries);
  if (Object.keys(packages).length !== entries.length) throw new Error("two packages of the checkout have one place");
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { "": { name, version, license, dependencies, optionalDependencies, bin, engines }, ...packages },
  };
}

/**
 * Which of the needed packages lie in the file of the release, with all that they need. npm heeds no shrinkwrap of a
 * file, so what is not in it is the version that a registry has on that day. Left out are packages for one kind of
 * machine, and those that need one: these name it by its exact version.
 */
export function bundledOf({ packages }: Lock, { dependencies }: Pick<ReleaseManifest, "dependencies">): string[] {
  const isForAll = ({ os, cpu }: Entry) => os === undefined && cpu === undefined;
  return Object.keys(dependencies).filter((name) =>
    [...reach({ packages }, [`${NODE_MODULES}${name}`], wishesOf)].every((key) => isForAll(packages[key] ?? {})),
  );
}

/** npm knows overrides of the package at the root alone, which a release is not: what it gets is what it wishes. */
function overridden(entry: Entry, overrides: Needs): Entry {
  const wishes = Object.entries(entry.dependencies ?? {});
  if (!wishes.some(([name]) => name in overrides)) return entry;
  return { ...entry, dependencies: Object.fromEntries(wishes.map(([name, wish]) => [name, overrides[name] ?? wish])) };
}

function entryOf(entry: Entry, isRequired: boolean): Entry {
  const fields = Object.entries(entry).filter(([field]) => !OF_CHECKOUT.includes(field));
  return { ...Object.fromEntries(fields), ...(isRequired ? undefined : OPTIONAL) };
}

/** Everything that can be reached from `start`, with it. */
function reach(lock: Lock, start: Iterable<string>, wanted: (entry: Entry) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...start];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    open.push(...findAll(lock, wanted(lock.packages[key] ?? {}), [key]));
  }
  return found;
}

function needsOf({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, ...entry }: Entry): string[] {
  const meta = entry.peerDependenciesMeta ?? {};
  const peers = Object.keys(peerDependencies).filter((name) => meta[name]?.optional !== true);
  return [...Object.keys(dependencies).filter((name) => !(name in optionalDependencies)), ...peers];
}

const wishesOf = (entry: Entry) => [...needsOf(entry), ...Object.keys(entry.optionalDependencies ?? {})];

function findAll(lock: Lock, names: readonly string[], places: readonly string[]): string[] {
  return names.filter((name) => !isOwn(name)).flatMap((name) => find(lock, name, places) ?? []);
}

/** The entry that Node finds for `name` from the first of `places` that has one. */
function find(lock: Lock, name: string, places: readonly string[]): string | undefined {
  const folders = places.flatMap((place) => {
    const parts = place.split("/");
    return parts.map((_, k) => parts.slice(0, parts.length - k).join("/"));
  });
  const keys = [...folders.map((folder) => `${folder}/${NODE_MODULES}${name}`), `${NODE_MODULES}${name}`];
  return keys.find((key) => key in lock.packages);
}
