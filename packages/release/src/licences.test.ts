import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { librariesIn, licencesOf, type Part, partsIn } from "./licences.ts";

const GRANT = "Permission is hereby granted, free of charge";

/** A folder with packages; of each what is beside `package.json`, with its text. */
function givenPackages(packages: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const folder = mkdtempSync(join(tmpdir(), "leyden-licences-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [place, files] of Object.entries(packages)) {
    mkdirSync(join(folder, "node_modules", place), { recursive: true });
    const name = place.replace(/^.*node_modules\//, "");
    const known = { "package.json": JSON.stringify({ name, version: "1.0.0", license: "MIT" }) };
    for (const [file, text] of Object.entries({ ...known, ...files }))
      writeFileSync(join(folder, "node_modules", place, file), text);
  }
  return folder;
}

it("each package has the place of its licence: a file of its own, or a README that has the text", () => {
  const folder = givenPackages({
    a: { LICENSE: "", "README.md": GRANT },
    "a/node_modules/@b/c": { license: "" },
    d: { "README.md": `## License\n\n${GRANT}` },
    e: { "README.md": "## License\n\nMIT" },
  });
  mkdirSync(join(folder, "node_modules/a/lib"));
  writeFileSync(join(folder, "node_modules/a/lib/package.json"), "{}");
  expect(partsIn(folder).map(({ name, text }) => [name, text])).toEqual([
    ["@b/c", "node_modules/a/node_modules/@b/c/license"],
    ["a", "node_modules/a/LICENSE"],
    ["d", ["node_modules/d", "README.md"].join("/")],
    ["e", undefined],
  ]);
});

it("an author is a name, however it is written, and a package without a licence is refused", () => {
  const withAuthor = (author: unknown) =>
    JSON.stringify({ name: "a", version: "1.0.0", license: "MIT", author, repository: { url: "r" } });
  for (const author of ["A B <a@b.example> (https://b.example)", { name: "A B", email: "a@b.example" }, "A B"])
    expect(partsIn(givenPackages({ a: { "package.json": withAuthor(author) } }))).toMatchObject([
      { author: "A B", repository: "r" },
    ]);
  const without = givenPackages({ a: { "package.json": '{ "name": "a", "version": "1.0.0" }' } });
  expect(() => partsIn(without)).toThrow("a 1.0.0 declares no licence");
});

const part = (name: string, more: Partial<Part> = {}): Part => ({
  name,
  version: "1.0.0",
  licence: "MIT",
  author: undefined,
  repository: undefined,
  text: undefined,
  ...more,
});

it("says of each package where the text is, or that it ships none, with the standard text once", () => {
  const parts = [
    part("a", { text: "node_modules/a/LICENSE", repository: "r" }),
    part("a-linux", { repository: "r" }),
    part("a-other", { repository: "s", author: "A B" }),
    part("c"),
  ];
  const text = licencesOf(parts, "## react - 19.0.0 (MIT)");
  const [shipped = "", none = ""] = text.split("Packages that ship no text of their licence, but declare one:");
  expect(shipped).toContain("  a 1.0.0, MIT: node_modules/a/LICENSE\n");
  expect(none).toContain("  a-linux 1.0.0, MIT: a part of a, whose text is node_modules/a/LICENSE\n");
  expect(none).toContain("  a-other 1.0.0, MIT: Copyright (c) A B; text below\n");
  expect(none).toContain("  c 1.0.0, MIT: names no author; text below\n");
  expect(none.split(GRANT)).toHaveLength(2);
  expect(none).toContain("## react - 19.0.0 (MIT)");
});

it("refuses a licence whose text neither the package nor we have", () => {
  expect(() => licencesOf([part("a", { licence: "GPL-3.0-only" })], "")).toThrow(
    "a ships no text of its licence (GPL-3.0-only)",
  );
});

it("finds the libraries of the pages in what Vite writes", () => {
  expect(librariesIn("# Licenses\n\n## react-dom - 19.3.1 (MIT)\n\nText.\n\n## @a/b - 1.0.0 (ISC)\n")).toEqual([
    { name: "react-dom", version: "19.3.1", licence: "MIT" },
    { name: "@a/b", version: "1.0.0", licence: "ISC" },
  ]);
});
