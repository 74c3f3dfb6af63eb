/** What `package.json` of a package says of the packages that it needs, by name and exact version. */
export type Needs = Readonly<Record<string, string>>;

export type PartManifest = {
  readonly license: string;
  readonly imports?: Readonly<Record<string, string>>;
  readonly dependencies?: Needs;
  readonly optionalDependencies?: Needs;
};

export type ReleaseManifest = {
  readonly name: string;
  readonly version: string;
  readonly imports: Readonly<Record<string, string>>;
  readonly dependencies: Needs;
  readonly optionalDependencies: Needs;
  readonly overrides: Needs;
  readonly [field: string]: unknown;
};

/** Where parts of the server are that a checkout has as packages of their own. */
const PARTS = {
  "#regtest": "./packages/regtest/src/index.js",
  "#web/*": "./packages/web/dist/*",
};

export const NODE_MIN = 24;

/** What the test network runs as a node: its largest part by far, which an installation can leave out. */
const OPTIONAL_OF_NETWORK = ["lightningdevkit"];

/**
 * `package.json` of the release: one package, with the server, the test network and the built pages inside. Optional is
 * what the server can do without, and the largest part of the test network.
 */
export function releaseManifest({
  version,
  description,
  overrides,
  server,
  regtest,
}: {
  readonly version: string;
  readonly description: string;
  /** Versions that the checkout has against the wish of a package. */
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly server: PartManifest;
  readonly regtest: PartManifest;
}): ReleaseManifest {
  const ofNetwork = Object.entries(regtest.dependencies ?? {});
  const isLarge = ([name]: readonly [string, string]) => OPTIONAL_OF_NETWORK.includes(name);
  const required = [...ofNetwork.filter((need) => !isLarge(need)), ...Object.entries(server.dependencies ?? {})];
  const versions = Object.entries(overrides).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const optional = [...ofNetwork.filter(isLarge), ...Object.entries(server.optionalDependencies ?? {})];
  return {
    name: "leyden",
    version,
    description,
    license: server.license,
    type: "module",
    bin: { leyden: "packages/server/leyden.js" },
    engines: { node: `>=${NODE_MIN}` },
    imports: { ...compiledImports(server.imports ?? {}), ...PARTS },
    dependencies: Object.fromEntries(required.sort()),
    optionalDependencies: Object.fromEntries(optional.filter(([name]) => !isOwn(name)).sort()),
    overrides: Object.fromEntries(versions),
  };
}

/** The repository's own packages are in the release. */
export function isOwn(name: string): boolean {
  return name.startsWith("@leyden/");
}

/** The server's `imports`: what names a file with types names the compiled one. */
function compiledImports(imports: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(imports).map(([from, to]) => {
      const path = to.replace(/^\.\//, "./packages/server/");
      return from.endsWith("/*") ? [`${from}.ts`, `${path}.js`] : [from, path.replace(/\.ts$/, ".js")];
    }),
  );
}
