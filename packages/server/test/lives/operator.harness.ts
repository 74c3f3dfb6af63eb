import { setTimeout as sleep } from "node:timers/promises";
import type { Installation } from "../installation.harness.ts";

/** What an operator asks the people about a payment of the node: what was it for? Undefined: nobody knows. */
export type Ask = (hash: string) => Promise<{ readonly kind: string; readonly id: string } | undefined>;

export type Guide = {
  readonly installation: Installation;
  readonly ask: Ask;
  /** Of a thing that waits while nothing of the node can be it by the operator's knowledge. */
  readonly say: (line: string) => void;
  /** Called before each look: the world may go on. */
  readonly meanwhile: () => Promise<void>;
};

const REASON = ["--reason", "a life"];
const DESPITE_JOURNAL = "--although-the-journal-is-not-whole";
const ROUNDS_MAX = 40;

/** Follows docs/operate.md, "After a restore", by what the commands print and nothing else. */
export async function followGuide(guide: Guide): Promise<void> {
  const run = runner(guide);
  if ((await run("restore", "status")).output.startsWith("No restore is open.")) return;
  for (let n = 0; ; n += 1) {
    const { output } = await run("restore", "import");
    if (!output.includes("import again") || n > 3) break;
    await sleep(2_000);
  }
  for (let n = 0; ; n += 1) {
    const { output, status } = await run("restore", "release", ...REASON);
    if (status !== 0 && n < 5) {
      await sleep(2_000);
      continue;
    }
    if (/The restore has ended|No restore is open/.test(output)) break;
    if (n > ROUNDS_MAX) throw new Error(`the restore does not end:\n${(await run("restore", "status")).output}`);
    await guide.meanwhile();
    await decide(guide, (await run("restore", "status")).output, n);
    await sleep(1_000);
  }
  await run("key", "confirm", "--all");
  let isLost = false;
  for (let n = 0; ; n += 1) {
    const { output, errors, status } = await run("reconcile", ...REASON, ...(isLost ? [DESPITE_JOURNAL] : []));
    isLost ||= errors.includes(DESPITE_JOURNAL); // nothing more of it is found
    if (status === 0) return;
    if (n > 10) throw new Error(`reconcile does not end:\n${output}\n${errors}`);
    await sleep(2_000);
  }
}

function runner({ installation, say }: Guide) {
  return async (...words: string[]) => {
    const ended = await installation.command(...words);
    say(`$ leyden ${words.join(" ")}\n${ended.output}${ended.errors}`);
    return ended;
  };
}

type Waits = { readonly kind: string; readonly id: string; readonly state: string; readonly mayBe: readonly string[] };

/** What `restore status` lists. */
function waitingIn(output: string): readonly Waits[] {
  const rows = output.matchAll(/^(payment|voucher|withdrawal|purchase) +([0-9a-f-]{36}) +(\S+) +\S+Z(?: +(.*))?$/gm);
  return [...rows].map(([, kind = "", id = "", state = "", mayBe = ""]) => ({
    kind,
    id,
    state,
    mayBe: mayBe.match(/[0-9a-f]{64}/g) ?? [],
  }));
}

/** Each hash that something may be: the people are asked, and what nobody knows was nothing here. */
async function decide(guide: Guide, output: string, n: number): Promise<void> {
  const run = runner(guide);
  const waiting = waitingIn(output);
  const hashes = new Set(waiting.flatMap(({ mayBe }) => mayBe));
  for (const hash of hashes) {
    const was = await guide.ask(hash);
    if (was === undefined) await run("reconcile", hash, "--to", "loss", "--although-it-fits", ...REASON);
    else {
      const to = ["reconcile", hash, "--to", was.kind, was.id, ...REASON];
      const { errors } = await run(...to);
      if (errors.includes("--although-others-fit")) await run(...to, "--although-others-fit"); // the people know it
    }
  }
  if (hashes.size > 0 || n < 1) return;
  // What the import brought back and the node does not know: the people say that it never arrived.
  for (const { kind, id, state } of waiting)
    if (kind === "payment" && state === "brought_back") await run("payment", "end", id, "--as", "failed", ...REASON);
    else if (kind === "payment") await run("payment", "release", id, ...REASON);
}
