/**
 * What `CHANGELOG.md` says of a version (Keep a Changelog 1.1.0): the text below its heading, up to the next version.
 * Of a version that has no heading yet, what is below "Unreleased".
 */
export function notesOf(changelog: string, version: string): string {
  const parts = changelog.split(/^## /m).slice(1);
  const below = (name: string) => parts.find((part) => part.startsWith(`[${name}]`));
  const part = below(version) ?? below("Unreleased") ?? "";
  const [, ...lines] = part.split("\n");
  const text = lines.join("\n").trim();
  if (text === "") throw new Error(`CHANGELOG.md says nothing of ${version}`);
  return `# Leyden ${version}\n\n${text}\n`;
}
