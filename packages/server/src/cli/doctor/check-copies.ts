import { dirname } from "node:path";
import { type ChannelCopy, type CopyLook, coveredChannels, lackingIn, type NodeChannel } from "#lightning";
import { LOOK_OLD_MS } from "#supervisor/backup/channel-standing.ts";
import { about, type Fact, type Finding, ok, warning, wrong } from "./finding.ts";
import { counted, listed } from "./words.ts";

/** The copies of the node's channel backup, as they lie on the disks now. */
export type CopyFacts = {
  readonly folders: readonly CopyFolder[];
  /** What the running service found at its last look. Undefined: no service runs, or it has not looked yet. */
  readonly look: CopyLook | undefined;
  readonly isServiceUp: boolean;
  readonly now: Date;
};

/** `newest`: of this node; undefined: there is none. */
export type CopyFolder = { readonly folder: string; readonly newest: Fact<ChannelCopy | undefined> };

/** Whether the newest copy in each folder has all channels of now. A node without channels has nothing to rescue. */
export function checkCopies(facts: CopyFacts, channels: readonly NodeChannel[]): readonly Finding[] {
  const points = coveredChannels(channels);
  if (points.length === 0) return [];
  return [
    ...facts.folders.flatMap(({ folder, newest }) =>
      about("channel copies", newest, (copy) => [compared({ folder, copy, points }, facts)], `see ${folder}`),
    ),
    ...oldLook(facts),
  ];
}

type Compared = { readonly folder: string; readonly copy: ChannelCopy | undefined; readonly points: readonly string[] };

function compared({ folder, copy, points }: Compared, facts: CopyFacts): Finding {
  const place = dirname(folder);
  const all = counted(points.length, "channel");
  const risk = "if the node is lost, so is the money in them";
  if (copy === undefined) return wrong("channel copies", `${place} has none, of ${all}: ${risk}`, todo(folder, facts));
  const lacks = lackingIn(points, copy);
  const which = `the newest in ${place} is of ${copy.at.toISOString()}`;
  if (lacks.length === 0) return ok("channel copies", `${which} and has all of ${all}`);
  return wrong(
    "channel copies",
    `${which} and lacks ${lacks.length} of ${all}: ${listed(lacks)}; ${risk}`,
    todo(folder, facts),
  );
}

function todo(folder: string, { look, isServiceUp }: CopyFacts): string {
  if (!isServiceUp) return "start the service: it makes a copy within a minute; then run this again";
  const problem = look?.copies.find((copy) => copy.folder === folder)?.problem;
  return problem === undefined
    ? "run this again in a minute, in which the service makes a copy; when it stays see its log and the node's"
    : `mend what keeps the service from making a copy: ${problem}`;
}

function oldLook({ look, isServiceUp, now }: CopyFacts): readonly Finding[] {
  if (!isServiceUp || look === undefined || now.getTime() - look.at.getTime() <= LOOK_OLD_MS) return [];
  return [
    warning(
      "channel copies",
      `the service has not looked at them since ${look.at.toISOString()}: what is opened now is in none`,
      "see the log of the service: it looks each minute while the node answers",
    ),
  ];
}
