import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT, trackedFiles } from "./repository.ts";

const TOKENS = "packages/server/src/platform/http/tokens.css";

/** Files with colours that are no look of a page. */
const PICTURES: Readonly<Record<string, string>> = {
  "packages/server/src/platform/http/docs/icon.svg": "the logo",
  "packages/server/src/platform/http/qr-code.ts": "black on white, as the standard wants it",
  "packages/server/src/slices/users/model/avatar.ts": "a drawn picture of a user",
  "packages/server/src/config-branding.ts": "examples of a setting",
  "packages/server/src/service/open-branding.ts": "examples of a setting",
};

/** `this.#add` is a field of a class, `node#54918` a number. */
const COLOUR =
  /(?<![\w&.#/-])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])|\b(?:rgb|hsl|oklch|lab|lch|hwb)a?\(/gi;

/** Mail programs know no names of sizes. */
const MAIL_STYLE = "packages/server/src/slices/mails/templates/mail-style.ts";
const SIZE = /(?<![\w-])(?:font-size|font): ([^;}]+)/g;
const DISTANCE =
  /(?<![\w-])(?:(?:margin|padding)(?:-(?:top|left|right|bottom|block|inline))?|gap|row-gap|column-gap): ([^;}]+)/g;
/** Parts of a value that need no scale: nothing, a hair's breadth, and what goes with the letters around it. */
const FREE = /^(?:0|auto|-?1px|-?[\d.]+em|var\(--space-\d\)|calc\(-1 \* var\(--space-\d\)\)|!important)$/;

describe("the look of all pages", () => {
  let files: readonly { readonly path: string; readonly text: string }[] = [];

  beforeAll(async () => {
    const paths = (await trackedFiles()).filter(
      (path) =>
        /^packages\/(?:server|web|widget)\/src\/.*\.(?:css|tsx?|js|svg)$/.test(path) &&
        !/\.(?:test|harness)\./.test(path),
    );
    files = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(ROOT, path), "utf8") })));
  });

  it("has its colours in one file, and everywhere else their names", () => {
    const others = files.filter(({ path }) => path !== TOKENS && PICTURES[path] === undefined);
    expect(others.length).toBeGreaterThan(300);
    expect(
      others.flatMap(({ path, text }) => (text.match(COLOUR) ?? []).map((colour) => `${path}: ${colour}`)),
    ).toEqual([]);
    for (const path of [TOKENS, ...Object.keys(PICTURES)])
      expect(files.find((file) => file.path === path)?.text.match(COLOUR), path).not.toBeNull();
  });

  const styles = () =>
    files.filter(({ path, text }) => path.endsWith(".css") || (text.includes("STYLE = `") && path !== MAIL_STYLE));

  it("has one scale of letters", () => {
    const sizes = styles().flatMap(({ path, text }) =>
      [...text.matchAll(SIZE)].map(([, value = ""]) => ({ path, value: value.trim() })),
    );
    expect(sizes.length).toBeGreaterThan(50);
    const wrong = sizes.filter(({ value }) => !/^(?:inherit|[\d.]+em\b|(?:\d{3} )?var\(--text-\d\))/.test(value));
    expect(wrong).toEqual([]);
  });

  it("has one scale of distances", () => {
    const distances = styles().flatMap(({ path, text }) =>
      [...text.matchAll(DISTANCE)].map(([, value = ""]) => ({ path, value: value.trim() })),
    );
    expect(distances.length).toBeGreaterThan(150);
    const wrong = distances.filter(
      ({ value }) =>
        !(value.match(/(?:calc\((?:[^()]|\([^()]*\))*\)|var\([^()]*\)|\S)+/g) ?? []).every((part) => FREE.test(part)),
    );
    expect(wrong).toEqual([]);
  });
});
