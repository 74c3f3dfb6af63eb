import { parseArgs } from "node:util";
import { type Figure, type Part, verdictOf } from "./figure.ts";
import { measuredCommit, whyNotKept, writeFigures } from "./figures-file.ts";
import { again, isOnTwoCores, machineText } from "./machine.ts";
import { PARTS } from "./parts.ts";
import { naming } from "./rounds.ts";
import { rowParts } from "./rows.ts";
import { FULL, type Scale, SHORT } from "./scale.ts";
import { figureTable } from "./table.ts";

const HELP = `npm run bench [-- options]

Measures the product on this machine. What is compared runs in turns, in rounds, on the same PostgreSQL; nothing but
ratios inside a round says anything. Ends with 1 when something could not be measured, or when a floor is missed.
With at least 5 rounds of what is committed, the figures go to bench/figures.json and bench/history.md.

  --only=<text>    only the rows and parts with this text in their title: "TPC-B", "hot wallet", oauth2, refreshes, passwords, totals, ramp, webhooks, journal, lightning, LND, growth, statement, watched
  --except=<text>  leaves them out: the part "growth" makes 5 million postings first, which takes minutes
  --rounds=5       rounds
  --seconds=4      for each that is compared, in each round
  --entries=${FULL.entries}  of the long statement
  --release=<folder>  an installed release of this checkout, which is then not made first
  --short          everything once, for a fraction of a second: shows that it can be measured, and judges no figure
  --help
`;
const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: String(FULL.rounds) },
    seconds: { type: "string", default: String(FULL.seconds) },
    entries: { type: "string", default: String(FULL.entries) },
    only: { type: "string", default: "" },
    except: { type: "string" },
    release: { type: "string" },
    short: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (options.help) {
  console.log(HELP);
  process.exit();
}
if (!isOnTwoCores()) process.exit(again());
const { rounds, seconds, entries, release } = options;
const size = options.short
  ? SHORT
  : { ...FULL, rounds: Number(rounds), seconds: Number(seconds), entries: Number(entries) };
const scale: Scale = { ...size, release };

console.log(machineText());
const figures: Figure[] = [];
let isLeftOut = false;
for (const part of PARTS) figures.push(...(await measure(part)));
if (figures.length === 0 && !isLeftOut) throw new Error(`nothing has "${options.only}" in its title`);
if (!options.short) keepAndJudge();

function isWanted({ title }: { readonly title: string }): boolean {
  return has(title, options.only) && isKept({ title });
}

function isKept({ title }: { readonly title: string }): boolean {
  return options.except === undefined || !has(title, options.except);
}

function has(title: string, text: string): boolean {
  return title.toLowerCase().includes(text.toLowerCase());
}

/** Measures and prints. @throws when something is not measured. */
async function measure(part: Part): Promise<readonly Figure[]> {
  if (!isWanted(part) && !rowParts.includes(part)) return [];
  console.log(`\n${part.title}`);
  const why = part.whyNot?.();
  if (why !== undefined) {
    isLeftOut = true;
    console.log(`not measured: ${why}`);
    return [];
  }
  const measured = await naming(part.title, () => part.measure(scale, isWanted(part) ? isKept : isWanted));
  const judged = options.short ? measured.map(({ wanted: _, ...figure }) => figure) : measured;
  if (judged.length > 0) console.log(["", ...figureTable(judged)].join("\n"));
  for (const { title, rounds } of measured)
    if (rounds.length === 0 || !rounds.every(Number.isFinite)) throw new Error(`not measured: "${title}"`);
  return measured;
}

/** Ends with 1 when a floor is missed. */
function keepAndJudge(): void {
  const why = whyNotKept(scale.rounds);
  const date = new Date().toISOString().slice(0, 10);
  if (why === undefined) writeFigures(figures, { date, ...measuredCommit(), machine: machineText() });
  else console.log(`\nThese figures are not kept in bench/figures.json: ${why}.`);
  const missed = figures.filter((figure) => verdictOf(figure) === "MISSED");
  for (const { title } of missed) console.error(`Its floor is missed: ${title}`);
  if (missed.length > 0) process.exitCode = 1;
}
