/**
 * `npm run screenshots`: pictures of all pages that the tests of pages open, at 1280, 390 and 320 pixels, light and
 * dark, in `.screenshots`, and one page that shows them side by side. Words behind `--` choose files of tests.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, ".screenshots");
const VIEWS = [1280, 390, 320].flatMap((width) => [`${width}-light`, `${width}-dark`]);

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
const chosen = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [
    join(ROOT, "node_modules/vitest/vitest.mjs"),
    "run",
    "--project",
    "slow",
    ...(chosen.length > 0 ? chosen : [".browser.test.ts"]),
  ],
  { cwd: ROOT, stdio: "inherit", env: { ...process.env, LEYDEN_PICTURES: FOLDER } },
);

const files = new Set(readdirSync(FOLDER));
const pages = [...files].flatMap((file) => /^(.+)-1280-light\.png$/.exec(file)?.[1] ?? []).toSorted();
const pictures = (page: string) =>
  VIEWS.map((view) => `${page}-${view}.png`)
    .filter((file) => files.has(file))
    .map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`);
writeFileSync(
  join(FOLDER, "index.html"),
  `<!doctype html><meta charset="utf-8"><title>${pages.length} pages</title>
<style>body{font:14px sans-serif}div{display:flex;gap:8px;align-items:start;margin-bottom:24px}img{height:480px;border:1px solid}</style>
${pages.map((page) => `<h2>${page}</h2><div>${pictures(page).join("")}</div>`).join("\n")}
`,
);
process.stdout.write(`${files.size} pictures of ${pages.length} pages: ${join(FOLDER, "index.html")}\n`);
process.exitCode = status ?? 1;
