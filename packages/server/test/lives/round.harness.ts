import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#platform/machine/free-port.ts";
import { isAlive, signal } from "#platform/machine/process.ts";
import { scratchFolder } from "#platform/machine/testing/scratch-folder.harness.ts";
import { createInstallation, type Installation, type Started } from "../installation.harness.ts";
import { type Chance, chanceOf } from "./chance.harness.ts";
import { type Deed, type Json, PAYMENTS, placeOf, TAKEN } from "./deed.harness.ts";
import { judge } from "./judge.harness.ts";
import { ask, endHeld, findUnanswered, live, type People, type Project, read } from "./life.harness.ts";
import { followGuide } from "./operator.harness.ts";
import { openWorld, until, type World } from "./world.harness.ts";

export type Journal = "whole" | "none" | "torn" | "hole" | "other";

export type Lives = {
  readonly installation: Installation;
  /** One life, one restore, one comparison. Resolves with what differs. */
  round(wanted: { journal: Journal; lifeMs: number; isTwice: boolean; isUntil: boolean }): Promise<Result>;
  remove(): Promise<void>;
};

export type Result = {
  readonly differences: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly lost: number;
  /** What the operator did and saw. */
  readonly transcript: string;
};

const FUNDS = 100_000_000n;
/** So long after it was written the log may not be in the backups yet. */
const ARCHIVED_EVERY_MS = 10_000;

/** False while the service makes one itself, as it does after a restore. */
async function makesBackup(installation: Installation): Promise<boolean> {
  const { status, errors } = await installation.command("backup");
  if (status !== 0 && !errors.startsWith("another backup is being made")) throw new Error(errors);
  return status === 0;
}

/** An installation with three projects that have money, whose whole life is drawn from a seed. */
export async function beginLives(
  seed: number,
  { hasTwins, tell }: { readonly hasTwins: boolean; readonly tell?: (line: string) => void },
): Promise<Lives> {
  const parent = mkdtempSync(join(scratchFolder(), "leyden-lives-"));
  const journal = join(parent, "journal");
  const backups = join(parent, "backups");
  const port = await freePort();
  const installation = createInstallation({
    LEYDEN_BACKUP_DIR: backups,
    LEYDEN_JOURNAL_DIR: journal,
    LEYDEN_PORT: String(port),
    LEYDEN_BACKUP_SPARE_GB: "0",
    LEYDEN_RATE_LIMIT_PER_ADDRESS: "1000000",
    LEYDEN_RATE_LIMIT: "1000000",
    LEYDEN_MAILS_PER_PROJECT: "10000",
  });
  const chance = chanceOf(seed);
  let running = await installation.start();
  const people: People = {
    baseUrl: running.baseUrl,
    projects: await makeProjects(installation, running),
    userAddress: running.users[0]?.lnAddress ?? "",
    merchantAddress: running.merchant.lnAddress,
    chance,
    deeds: [],
    held: new Set(),
    holds: new Set(),
    hasTwins,
    round: 0,
    tips: 0,
    isAfterRestore: false,
  };
  const start = await Promise.all(
    people.projects.map(async (_, n) => BigInt((await read(people, n, "/v0/wallet")).balance)),
  );

  return {
    installation,
    async round({ journal: kind, lifeMs, isTwice, isUntil }) {
      let transcript = "";
      const say = (line: string) => {
        transcript += `${new Date().toISOString()} ${line}\n`;
        tell?.(`${new Date().toISOString()} ${line}\n`);
      };
      people.round += 1;
      people.isAfterRestore = false;
      await until("a backup is made", () => makesBackup(installation));
      const from = Date.now();
      let world = openWorld(running.network());

      let isOver = false;
      const lives = live(people, world, () => isOver);
      await sleep(lifeMs);
      killAll(running);
      const killedAt = Date.now();
      isOver = true;
      await lives;
      say(`killed after ${killedAt - from} ms with ${people.deeds.length} deeds, journal ${kind}`);

      const time = new Date(from + Math.floor(chance.fraction() * (killedAt - from)));
      await restore({ installation, backups }, isUntil ? time : undefined, say);
      harm(journal, kind, chance, say);
      people.isAfterRestore = true;
      running = await installation.start();
      world = openWorld(running.network());
      if (isTwice) {
        await installation.command("restore", "status");
        await installation.command("restore", "import");
        if (chance.fraction() < 0.5) await installation.command("restore", "release", "--reason", "a life");
        killAll(running);
        await restore({ installation, backups }, isUntil ? time : undefined, say);
        running = await installation.start();
        world = openWorld(running.network());
      }
      const endSome = async () => {
        for (const hash of people.held) if (chance.fraction() < 0.5) await endHeld(people, world, hash);
      };
      await endSome();
      await followGuide({ installation, say, ask: (hash) => whatWas(people, hash, say), meanwhile: endSome });
      await endAll(people, world);
      await findUnanswered(people);
      await claimOrphans(people, world);

      const sums = { start, isWhole: kind === "whole" };
      const first = await judge(people, world, sums);
      say(`after the guide: ${JSON.stringify(first.counts)}`);
      await again(people, world, say);
      await endAll(people, world);
      const second = await judge(people, world, sums);
      const audit = await installation.command("audit");
      const status = await installation.command("restore", "status");
      const differences = [
        ...first.differences.map((text) => `after the guide: ${text}`),
        ...second.differences.map((text) => `after everything was asked again: ${text}`),
        ...(audit.status === 0 ? [] : [`the audit:\n${audit.output}${audit.errors}`]),
        ...(status.output.startsWith("No restore is open.") ? [] : [`the restore has not ended:\n${status.output}`]),
      ];
      say(`in the end: ${JSON.stringify(second.counts)}`);
      return { differences, counts: second.counts, lost: second.lost, transcript };
    },
    async remove() {
      await installation.remove();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

/** Projects beside the demo one, with money of it. */
async function makeProjects(installation: Installation, running: Started): Promise<readonly Project[]> {
  const projects: Project[] = [{ key: running.apiKey, walletId: running.walletId, handle: "demo" }];
  for (const name of ["first", "second"]) {
    const { output } = await installation.command("project", "create", name);
    const walletId = /with wallet ([0-9a-f-]{36})/.exec(output)?.[1] ?? "";
    const key = (await installation.command("key", "create", name)).output.trim();
    projects.push({ key, walletId, handle: name });
    const body = { receiverWalletId: walletId, amount: String(FUNDS) };
    const { status } = await running.call("POST", "/v0/internal-transfer", body);
    if (status !== 200) throw new Error(`no money for ${name}`);
  }
  return projects;
}

function killAll(running: Started): void {
  for (let alive = running.processes(); alive.length > 0; alive = running.processes().filter(isAlive))
    for (const pid of alive) signal(pid, "SIGKILL");
}

/**
 * As the guide says: with an earlier time where the archive ends before it; with what is lost since where a restore
 * had begun the archive anew.
 */
async function restore(
  on: { readonly installation: Installation; readonly backups: string },
  time: Date | undefined,
  say: (line: string) => void,
  more: readonly string[] = [],
): Promise<void> {
  const words = ["--from", on.backups, ...(time === undefined ? [] : ["--until", time.toISOString()]), ...more];
  const { status, output, errors } = await on.installation.command("restore", ...words);
  say(`$ leyden restore ${words.join(" ")}\n${output}${errors}`);
  if (status === 0) return;
  if (time !== undefined && errors.includes("the archive has nothing after"))
    return await restore(on, new Date(time.getTime() - ARCHIVED_EVERY_MS / 2), say);
  if (time !== undefined && errors.includes("there is no whole backup")) return await restore(on, undefined, say);
  if (more.length > 0 || !errors.includes("the archive has a gap")) throw new Error(errors);
  await restore(on, time, say, ["--accept-gap"]);
}

/** What happens to a journal. */
function harm(folder: string, kind: Journal, chance: Chance, say: (line: string) => void): void {
  if (kind === "whole") return;
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  const newest = files.sort().at(-1) ?? "";
  const path = join(folder, newest);
  if (kind === "none") {
    rmSync(folder, { recursive: true });
    return;
  }
  if (kind === "other") {
    for (const name of files) {
      const text = readFileSync(join(folder, name), "utf8");
      const [installation = ""] = /"installation":"[^"]+"/.exec(text) ?? [];
      const other = installation.replace(
        /[0-9a-f]{12}"$/,
        `${createHash("sha256").update("other").digest("hex").slice(0, 12)}"`,
      );
      writeFileSync(join(folder, name), text.replaceAll(installation, other), { mode: 0o600 });
    }
    return;
  }
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  if (kind === "torn") {
    const last = lines.pop() ?? "";
    say(`torn: ${last}`);
    writeFileSync(path, `${lines.join("\n")}\n${last.slice(0, Math.floor(last.length / 2))}`);
    return;
  }
  const at = chance.whole(1, Math.max(1, lines.length - 2));
  say(`hole: ${lines[at]}`);
  writeFileSync(path, `${lines.filter((_, n) => n !== at).join("\n")}\n`);
}

/** The people know by their record what a payment of the node was for. */
async function whatWas(people: People, hash: string, say: (line: string) => void) {
  const deed = people.deeds.find(({ hashes, claims }) => hashes.has(hash) || claims.has(hash));
  if (deed === undefined) return undefined;
  say(`asked about ${hash}: ${deed.kind} ${deed.n} ${deed.id}`);
  const place = placeOf(deed);
  const thing = place === undefined ? undefined : await read(people, deed.by, place);
  if (thing === undefined) return undefined;
  const kind = PAYMENTS.includes(deed.kind) ? "payment" : deed.kind === "withdrawal" ? "withdrawal" : "voucher";
  return { kind, id: deed.id ?? "" };
}

/**
 * A payment to an address whose answer was lost: the merchant's books have it, and its amount tells which it was. Of
 * several of one amount any one may be it.
 */
async function claimOrphans({ deeds }: People, world: World): Promise<void> {
  const known = new Set(deeds.flatMap(({ hashes, claims, lostClaims }) => [...hashes, ...claims, ...lostClaims]));
  for (const [hash, { amountMsats, status }] of await world.sent()) {
    if (known.has(hash) || status.kind !== "settled") continue;
    deeds
      .find((deed) => deed.kind === "address" && deed.hashes.size === 0 && String(deed.amount) === amountMsats)
      ?.hashes.add(hash);
  }
}

/** Ends what the merchant holds back, and waits until nothing is under way. */
async function endAll(people: People, world: World): Promise<void> {
  await until(
    "payments are under way",
    async () => {
      for (const hash of people.holds) await endHeld(people, world, hash);
      for (const [n] of people.projects.entries()) {
        const pending = people.deeds.filter(
          ({ by, kind }) => by === n && (PAYMENTS.includes(kind) || TAKEN.includes(kind)),
        );
        for (const deed of pending) {
          const place = placeOf(deed);
          const thing = place === undefined ? undefined : await read(people, n, place);
          if (["processing", "claiming"].includes(thing?.status)) return false;
        }
      }
      return true;
    },
    60_000,
  ).catch(() => undefined); // what is under way still is a difference
}

/** Every key once more, and every link: nothing may be paid a second time. */
async function again(people: People, world: World, say: (line: string) => void): Promise<void> {
  for (const deed of [...people.deeds]) {
    if (deed.path === "") continue;
    const before = deed.id;
    const paidBefore = await isPaid(world, deed);
    const answer = await ask(people, deed, "wait=10");
    if (before !== undefined && deed.id !== before && paidBefore)
      say(`ANOTHER ID for ${deed.kind} ${deed.n}: ${before}`);
    if (answer.status === 409 && answer.body.error.code === "maybe_paid" && !paidBefore)
      await payAnyway(people, deed, answer.body);
  }
  for (const deed of people.deeds)
    if (TAKEN.includes(deed.kind) && deed.lnurl !== undefined && (await isPaid(world, deed)))
      await world.take(deed.lnurl, (hash) => deed.claims.add(hash)).catch(() => undefined);
}

/** The people know that it was not paid: they looked at the merchant's books. */
async function payAnyway(people: People, deed: Deed, body: Json): Promise<void> {
  const hash = /[0-9a-f]{64}/.exec(JSON.stringify(body.error.details))?.[0];
  if (hash !== undefined) await ask(people, deed, "wait=10", { "leyden-pay-anyway": hash });
}

async function isPaid(world: World, deed: Deed): Promise<boolean> {
  for (const hash of [...deed.claims, ...deed.hashes]) if ((await world.arrived(hash)) > 0n) return true;
  return false;
}
