import { appendFileSync, cpSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chanceOf } from "./chance.harness.ts";
import { beginLives, type Journal } from "./round.harness.ts";

/**
 * `npm run lives -- <first seed> <seeds> <rounds> [journal]`: lives of whole installations, each killed and restored.
 * What the operator saw is in `lives-<seed>.log` in the folder for temporary files; of a life that broke off the state
 * of its nodes lies beside it.
 */
const KINDS: readonly Journal[] = ["whole", "none", "torn", "hole", "other"];
const [first = "1", seeds = "1", rounds = "2", wanted] = process.argv.slice(2);
const print = (text: string) => void process.stdout.write(`${text}\n`);

for (let seed = Number(first); seed < Number(first) + Number(seeds); seed += 1) await livesOf(seed);
process.exit();

async function livesOf(seed: number): Promise<void> {
  const log = join(tmpdir(), `lives-${seed}.log`);
  rmSync(log, { force: true });
  const chance = chanceOf(seed * 7_919);
  const lives = await beginLives(seed, {
    hasTwins: chance.fraction() < 0.4,
    tell: (line) => appendFileSync(log, line),
  });
  try {
    for (let n = 1; n <= Number(rounds); n += 1) {
      const asked = {
        journal: KINDS.find((kind) => kind === wanted) ?? chance.oneOf(KINDS),
        lifeMs: chance.whole(3_000, 16_000),
        isTwice: chance.fraction() < 0.3,
        isUntil: chance.fraction() < 0.6,
      };
      const began = performance.now();
      const { differences, counts, lost } = await lives.round(asked);
      const seconds = Math.round((performance.now() - began) / 1_000);
      print(
        `seed ${seed}, round ${n}, ${JSON.stringify(asked)}: ${differences.length} differences, ${lost} lost, ${seconds} s`,
      );
      if (differences.length === 0) continue;
      print([JSON.stringify(counts), ...differences].join("\n  "));
      process.exitCode = 1;
      return;
    }
  } catch (error) {
    process.exitCode = 1;
    cpSync(join(lives.installation.dataDir, "network"), log.replace(".log", "-network"), { recursive: true });
    print(`seed ${seed}: ${error instanceof Error ? error.stack : error}`);
  } finally {
    await lives.remove();
  }
}
