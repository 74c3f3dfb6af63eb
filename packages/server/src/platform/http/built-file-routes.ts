/** Built files for browsers: what pages that run as scripts are made of. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import type { BuiltFile } from "../built-files.ts";
import { answerFailurePage, type OtherPage, pagesForm } from "./failure-page.ts";
import type { RoutesPlugin } from "./index.ts";

/** Names of the files that the HTML of a page loads. */
export type PageFiles = {
  readonly script: string;
  readonly styles: readonly string[];
  /** What the script imports at once. */
  readonly preloads: readonly string[];
  /** By language: the file with the texts that the script loads in it; none of a page in one language. */
  readonly texts: Readonly<Record<string, string>>;
};

/** The built pages, and the files by name. Names hold a hash of the content. */
export type BuiltPages = Readonly<Record<"ramp" | "wallet" | "dashboard", PageFiles>> & {
  /** Name of the widget's loader. */
  readonly loader: string;
  /** Name of the service worker of the wallet. */
  readonly worker: string;
  readonly files: ReadonlyMap<string, BuiltFile>;
};

const BASE = "/assets";
const FOR_EVER = "public, max-age=31536000, immutable";

export function addressOf(name: string): string {
  return `${BASE}/${name}`;
}

const params = z.object({ file: z.string() });
/** Anybody may add to an address what they like. */
const querystring = z.looseObject({});
const options = { config: { access: "public", isFile: true } } as const;

/** `/assets/{file}`. */
export function builtFileRoutes(pages: () => Promise<Pick<BuiltPages, "files">>): RoutesPlugin {
  return (api) => {
    api.get(`${BASE}/:file`, { ...options, schema: { params, querystring, hide: true } }, async (request, reply) => {
      const { files } = await pages();
      return sendBuiltFile(files, request.params.file, request, reply);
    });
  };
}

/** In place of built pages and files, where the operator has switched them off. `other`: what a page leads to then. */
export function builtPagesOff(paths: readonly string[], other?: OtherPage): RoutesPlugin {
  return pagesForm((pages) => {
    for (const path of paths)
      pages.get(path, { ...options, schema: { querystring, hide: true } }, async (request, reply) =>
        answerFailurePage(new AppError("web_off", WEB_OFF), request, reply, other),
      );
  });
}

const WEB_OFF = "this service does not show the pages that run as scripts in a browser";

/** The files, where pages are switched off. */
export const noBuiltFiles = builtPagesOff([`${BASE}/:file`]);

export function sendBuiltFile(
  files: BuiltPages["files"],
  name: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const file = files.get(name);
  if (file === undefined) return sendNoFile(reply);
  const encoding = encodingOf(String(headers["accept-encoding"] ?? ""));
  if (encoding !== undefined) void reply.header("content-encoding", encoding);
  return reply
    .headers({ "content-type": file.type, "cache-control": FOR_EVER, vary: "accept-encoding" })
    .send(Buffer.from(file[encoding ?? "body"]));
}

/** The smallest form first. */
const ENCODINGS = ["br", "gzip"] as const;

/** The form for who takes these; undefined: as it is. Source: RFC 9110, section 12.5.3. */
function encodingOf(accepted: string) {
  const wanted = accepted.toLowerCase().split(",");
  const taken = wanted.filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one)).map((one) => one.split(";", 1)[0]?.trim());
  return ENCODINGS.find((name) => taken.includes(name));
}

export function sendNoFile(reply: FastifyReply): FastifyReply {
  return reply.code(404).type("text/plain; charset=utf-8").send("There is no such file.\n");
}
