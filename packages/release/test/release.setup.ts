import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { scratchFolder } from "../../server/src/platform/machine/testing/scratch-folder.harness.ts";
import { installRelease, makeRelease } from "./install-release.harness.ts";

/**
 * Runs once for a test run, beside the workers. The first test file that asks has the release of this checkout made and
 * installed, and waits; the others get the same one. At the end it goes.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let folder: string | undefined;
  let made: Promise<MadeRelease> | undefined;
  const make = async (): Promise<MadeRelease> => {
    folder = mkdtempSync(join(scratchFolder(), `leyden-test-${process.pid}-release-`)); // what is left is swept later
    const out = join(folder, "out");
    await makeRelease(out);
    return { out, installed: await installRelease(out, join(folder, "prefix")) };
  };
  const http = createServer(async (_, response) => {
    try {
      made ??= make();
      response.end(JSON.stringify(await made));
    } catch (error) {
      response.writeHead(500).end(String((error as Error).stack));
    }
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  project.provide("release", `http://127.0.0.1:${(http.address() as AddressInfo).port}`);

  return async () => {
    http.close();
    http.closeAllConnections();
    await made?.catch(() => undefined);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
}

/** A release of this checkout: the folder of its files, and where it is installed. Tests change nothing in either. */
export type MadeRelease = { readonly out: string; readonly installed: string };

declare module "vitest" {
  interface ProvidedContext {
    release: string;
  }
}
