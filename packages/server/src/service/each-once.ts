import type { JournalLine } from "#platform/journal/format.ts";
import type { Imported } from "#restore";

export function idsOf(lines: readonly JournalLine[]): readonly string[] {
  return [...new Set(lines.map(({ id }) => id))];
}

/** Does it for each thing once, in the journal's order: for the newest line about it. */
export async function eachOnce(
  lines: readonly JournalLine[],
  act: (line: JournalLine) => Promise<readonly [Imported["outcome"], string]>,
): Promise<readonly Imported[]> {
  const imported: Imported[] = [];
  for (const line of new Map(lines.map((one) => [one.id, one])).values())
    imported.push(told(line, ...(await act(line))));
  return imported;
}

export function told({ what, id }: JournalLine, outcome: Imported["outcome"], detail: string): Imported {
  return { what, id, outcome, detail };
}
