import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Config } from "#config.ts";
import { AppError } from "#kernel/errors.ts";
import { shared } from "#kernel/shared.ts";
import { readBuiltFiles } from "#platform/built-files.ts";
import type { BuiltPages } from "#platform/http/built-file-routes.ts";
import type { Log } from "#platform/log.ts";
import { findPart } from "#platform/machine/optional-part.ts";
import { OperatorError } from "#platform/operator-error.ts";

/** Pages that run as scripts in a browser, as built files; they are read when the first one is asked for. */
export type WebPages = () => Promise<BuiltPages>;

const RETRY_SECONDS = 60;

/**
 * The pages of `@leyden/web`; undefined where they are switched off. In a checkout they are built by a process of its
 * own, which takes seconds once: no start waits for the bundler, and none of its memory stays here.
 *
 * @throws {OperatorError} when the package is not installed, or is neither built nor a checkout.
 */
export async function openWebPages(
  { web }: Pick<Config, "web">,
  { log }: { readonly log: Log },
): Promise<WebPages | undefined> {
  if (web === "off") return undefined;
  const manifest = await findPart(
    { name: "the package of the web pages (@leyden/web)", otherwise: "set LEYDEN_WEB=off" },
    () => new URL(import.meta.resolve("@leyden/web/manifest.json")),
  );
  const builder = new URL("../build/now.ts", manifest);
  const isCheckout = existsSync(builder);
  if (!isCheckout && !existsSync(manifest))
    throw new OperatorError("the package @leyden/web has no built files", "Install it again, or set LEYDEN_WEB=off.");

  let known: BuiltPages | undefined;
  const open = shared(async () => {
    if (isCheckout) await build(builder, log);
    const { files, ...named } = JSON.parse(await readFile(manifest, "utf8"));
    return { ...named, files: await readBuiltFiles(manifest, files) } as BuiltPages;
  });
  return async () => {
    try {
      known ??= await open();
      return known;
    } catch (err) {
      log.error({ err }, "web.pages_failed");
      throw new AppError("unavailable", "the page cannot be shown now", { retryAfterSeconds: RETRY_SECONDS });
    }
  };
}

/** Ends at once when what is built is of the sources that there are. */
async function build(builder: URL, log: Log): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(builder)]);
  if (stdout !== "") log.info({ text: stdout.trim() }, "web.build_finished");
}
