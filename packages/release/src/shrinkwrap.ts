import { isOwn, type Needs, type ReleaseManifest } from "./manifest.ts";

/** An entry of `package-lock.json` (lockfileVersion 3). */
export type Entry = {
  readonly version?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
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
/** On which machines a release runs: those of the embedded database, and the same with another C library. */
const MACHINES = ["linux x64", "linux arm64", "darwin x64", "darwin arm64", "win32 x64"];
/** What says for which machine an entry is there. */
const OF_MACHINE = ["os", "cpu", "libc"];

/**
 * `npm-shrinkwrap.json` of the release: of the lock file of the checkout what the release needs, each at its version
 * and place. So an installation has what the tests ran with, overrides included.
 *
 * @param places where in the checkout the packages lie whose needs the release has.
 */
export function shrinkwrap(lock: Lock, manifest: ReleaseManifest, places: readonly string[]): Lock {
  const { name, version, license, dependencies, optionalDependencies, overrides, bin, engines } = manifest;
  const { required, all, inFile } = reached(lock, manifest, places);
  const entries = [...all].sort().flatMap((key) => {
    const entry = overridden(lock.packages[key] ?? {}, overrides);
    const isInFile = inFile.has(key);
    if (isInFile && !isForRelease(entry)) return [];
    const place = placeOf(key);
    const wanted = isInFile ? { ...entry, ...ofMachines(lock, key, entry) } : entry;
    return [[place, entryOf(wanted, { isRequired: required.has(key), isInFile })] as const];
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

/** Where the packages lie after `npm ci` that do not lie in the file: an installation fetches them. */
export function fetchedLater(lock: Lock, manifest: ReleaseManifest, places: readonly string[]): readonly string[] {
  const { all, inFile } = reached(lock, manifest, places);
  return [...all].filter((key) => !inFile.has(key)).map(placeOf);
}

/** Of the lock file: what the release cannot do without, all that it may have, and what lies in its file. */
function reached(lock: Lock, { dependencies, optionalDependencies }: ReleaseManifest, places: readonly string[]) {
  const required = reach(lock, findAll(lock, Object.keys(dependencies), places), needsOf);
  const all = reach(lock, [...required, ...findAll(lock, Object.keys(optionalDependencies), places)], wishesOf);
  return { required, all, inFile: reach(lock, required, wishesOf) };
}

/** The place in a release of what has this one in the checkout. */
const placeOf = (key: string) => key.replace(/^packages\/[^/]+\//, "");

/**
 * Whether one of our machines can use it. What the server needs lies in the file for each of them: npm leaves out what
 * is optional for another package too when it is told to leave out optional ones.
 */
function isForRelease({ os, cpu }: Entry): boolean {
  return MACHINES.some((machine) => {
    const [system = "", processor = ""] = machine.split(" ");
    return (os?.includes(system) ?? true) && (cpu?.includes(processor) ?? true);
  });
}

/** npm knows overrides of the package at the root alone, which a release is not: what it gets is what it wishes. */
function overridden(entry: Entry, overrides: Needs): Entry {
  const wishes = Object.entries(entry.dependencies ?? {});
  if (!wishes.some(([name]) => name in overrides)) return entry;
  return { ...entry, dependencies: Object.fromEntries(wishes.map(([name, wish]) => [name, overrides[name] ?? wish])) };
}

/** Of what a package brings for each kind of machine, that for ours: `npm ci` wants all that an entry names. */
function ofMachines(lock: Lock, key: string, { optionalDependencies }: Entry): Pick<Entry, "optionalDependencies"> {
  if (optionalDependencies === undefined) return {};
  const isOurs = (name: string) =>
    findAll(lock, [name], [key]).every((found) => isForRelease(lock.packages[found] ?? {}));
  const ours = Object.entries(optionalDependencies).filter(([name]) => isOurs(name));
  return { optionalDependencies: Object.fromEntries(ours) };
}

/** Of what lies in the file npm shall fetch all, whatever machine makes the release. */
function entryOf(entry: Entry, { isRequired, isInFile }: { isRequired: boolean; isInFile: boolean }): Entry {
  const left = isInFile ? [...OF_CHECKOUT, ...OF_MACHINE] : OF_CHECKOUT;
  const fields = Object.entries(entry).filter(([field]) => !left.includes(field));
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
