/** What `docs/releases/<version>.sha256` says of a release. */
export type ReleaseRecord = {
  readonly version: string;
  /** Of which the release was made: 40 hexadecimal digits. */
  readonly commit: string;
  /** SHA-256 of each file, by its name. */
  readonly sums: ReadonlyMap<string, string>;
};

const NAME = /^(\d+\.\d+\.\d+)\.sha256$/;
const COMMIT = /^# ([0-9a-f]{40})$/;
const SUM = /^([0-9a-f]{64}) {2}([\w.-]+)$/;

/**
 * Reads a record: a line with the commit, and then `SHA256SUMS` of the release as it was.
 * @throws when it is no record of a release, or its files are those of another version.
 */
export function readRecord(file: string, text: string): ReleaseRecord {
  const refuse = (what: string): never => {
    throw new Error(`${file}: ${what}`);
  };
  const version = NAME.exec(file)?.[1] ?? refuse("the name must be <version>.sha256");
  const [first = "", ...lines] = text.replace(/\n$/, "").split("\n");
  const commit = COMMIT.exec(first)?.[1] ?? refuse("the first line must be `# <commit>`, with 40 digits");
  const sums = new Map<string, string>();
  for (const line of lines) {
    const [, sum = "", name = ""] = SUM.exec(line) ?? refuse(`this is no line of SHA256SUMS: ${line}`);
    if (sums.has(name)) refuse(`${name} is there twice`);
    sums.set(name, sum);
  }
  for (const name of [`leyden-${version}.tgz`, `leyden-client-${version}.tgz`, "parts.spdx.json", "NOTES.txt"])
    if (!sums.has(name)) refuse(`${name} is missing`);
  return { version, commit, sums };
}
