import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Consumer, installPacked, machinesNode } from "../../client/test/packed.harness.ts";

const PACKAGE = join(import.meta.dirname, "..");
const ROOT = join(PACKAGE, "../..");
/** Three seconds, or minutes where the machine has other work. */
const PACK_MS = 300_000;

let consumer: Consumer;
beforeAll(async () => {
  consumer = await installPacked(PACKAGE);
}, PACK_MS);
afterAll(() => consumer?.remove());

const installed = (path = "") => join(consumer.folder, "node_modules/@leyden/widget", path);

describe("the packed widget", () => {
  it("holds the compiled widget, its types, its page and its licence, and nothing else", async () => {
    const files = await readdir(installed(), { recursive: true });
    const sources = await readdir(join(PACKAGE, "src"));
    const modules = sources.filter((name) => !/\.(test|harness)\.ts$/.test(name) && name !== "global.ts");
    const compiled = modules.flatMap((name) => ["js", "d.ts"].map((end) => `dist/${name.replace(/ts$/, end)}`));
    expect(files.toSorted()).toEqual(["LICENSE", "README.md", "dist", "package.json", ...compiled].toSorted());
    expect(await readFile(installed("LICENSE"), "utf8")).toBe(await readFile(join(ROOT, "LICENSE"), "utf8"));
    const { dependencies } = JSON.parse(await readFile(installed("package.json"), "utf8"));
    expect(dependencies).toBeUndefined();
  });

  it("imports its own files alone, and React in the component alone", async () => {
    for (const name of await readdir(installed("dist"))) {
      const code = await readFile(installed(`dist/${name}`), "utf8");
      const imports = [...code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g)].map(([, specifier]) => specifier);
      const foreign = imports.filter((specifier) => !/^\.\/[\w-]+\.(js|ts)$/.test(specifier ?? ""));
      expect(foreign, name).toEqual(name.startsWith("react.") ? ["react"] : []);
    }
  });

  it("is imported on a server without a browser, on the machine's own Node", async () => {
    consumer.write(
      "server.mjs",
      `import { createRamp } from "@leyden/widget";
       import { defineLeydenRamp } from "@leyden/widget/element";
       console.log(typeof createRamp, typeof defineLeydenRamp);`,
    );
    expect(await consumer.run(machinesNode(), ["server.mjs"])).toBe("function function\n");
  });

  it("has types that our compiler understands, for a bundler", async () => {
    consumer.write("types.ts", await readFile(join(PACKAGE, "test/types.ts"), "utf8"));
    const react = createRequire(join(PACKAGE, "package.json")).resolve("@types/react/package.json");
    const options = {
      noEmit: true,
      strict: true,
      target: "es2022",
      lib: ["es2022", "dom"],
      types: [],
      module: "esnext",
    };
    const paths = { react: [join(react, "..")] };
    const compilerOptions = { ...options, moduleResolution: "bundler", skipLibCheck: true, paths };
    consumer.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["types.ts"] }));
    await consumer.run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc")]);
  });
});
