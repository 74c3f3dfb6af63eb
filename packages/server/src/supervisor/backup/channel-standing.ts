import { dirname } from "node:path";
import type { Config } from "#config.ts";
import { type CopyLook, type CopyStanding, isLacking } from "#lightning";
import { readRunning } from "../run-file.ts";
import { readLook } from "./channel-files.ts";
import type { Standing } from "./standing.ts";

/** The service looks each minute; one that has not looked for so long does not see its node. */
export const LOOK_OLD_MS = 600_000;

/** What somebody who asks how it is should know of the channel backups. Undefined: the node shows no channels. */
export function channelStanding({ dataDir }: Pick<Config, "dataDir">, now: Date): Standing | undefined {
  const look = readLook(dataDir);
  return look && channelStandingOf(look, { now, isRunning: readRunning(dataDir) !== undefined });
}

export function channelStandingOf(
  { at, copies }: CopyLook,
  { now, isRunning }: { readonly now: Date; readonly isRunning: boolean },
): Standing {
  const says = copies.map(textOf).join("; ");
  if (isRunning && now.getTime() - at.getTime() > LOOK_OLD_MS)
    return { says: `${says}; not looked at since ${at.toISOString()}`, todo: "look at the node, and at the log" };
  const lacking = copies.find((copy) => isLacking(copy, now) || (copy.lacks.length > 0 && copy.problem !== undefined));
  if (lacking === undefined) return { says };
  return { says, todo: lacking.problem ?? "look at the node: its backup leaves channels out" };
}

function textOf({ folder, newest, lacks }: CopyStanding): string {
  const place = dirname(folder);
  if (newest === undefined) return `none in ${place}${lacks.length === 0 ? "" : `, of ${lacks.length} channels`}`;
  const has = lacks.length === 0 ? "has every channel" : `LACKS ${lacks.length} CHANNELS`;
  return `newest in ${place} is of ${newest.at.toISOString()} and ${has}`;
}
