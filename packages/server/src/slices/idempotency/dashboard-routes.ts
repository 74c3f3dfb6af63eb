import { z } from "zod";
import { projectOf } from "#kernel/caller.ts";
import { AppError } from "#kernel/errors.ts";
import { envelope, isoTime, optionalField, type RoutesPlugin, success } from "#platform/http/index.ts";
import { type BeginFileDeps, type Begun, beginFile } from "./begin-file.ts";
import { findFile } from "./find-file.ts";
import { FILE_KINDS, knownUntil } from "./model/begun-file.ts";

export type FileRoutesDeps = BeginFileDeps;

const EXAMPLE = {
  key: "4f1c0d7a92b3e85f60718293a4b5c6d7",
  begunAt: "2026-11-20T16:12:00.043Z",
  knownUntil: "2026-12-04T16:12:00.043Z",
  isNew: true,
};

const begunSchema = z
  .object({
    key: z.string().meta({ description: "The idempotency keys of its rows begin with it." }),
    begunAt: isoTime,
    knownUntil: isoTime.meta({ description: "From then on it is another file: its rows get other keys." }),
    isNew: z.boolean().meta({ description: "False: a call of this project began it before." }),
  })
  .meta({ id: "BegunFile", examples: [EXAMPLE] });

/** Where the pages of a project begin a file, below its own path: `/files`. */
export function fileRoutes(deps: FileRoutesDeps): RoutesPlugin {
  return (api) => {
    api.post("/files", { schema: beginRoute, config: { action: "send" } }, async ({ caller, body }) =>
      success(presentFile(await beginFile(deps, { projectId: projectOf(caller), ...body })), "File begun."),
    );
    api.get(
      "/files/:kind/:key",
      { schema: findRoute, config: { action: "send" } },
      async ({ caller, params: { kind, key } }) => {
        const found = await findFile(deps, { projectId: projectOf(caller), kind, key });
        if (found === undefined)
          throw new AppError("not_found", "the file was begun too long ago, or once more since, or in another project");
        return success(presentFile({ ...found, isNew: false }), "File found.");
      },
    );
  };
}

function presentFile({ key, begunAt, isNew }: Begun) {
  const until = knownUntil({ begunAt });
  return { key, begunAt: begunAt.toISOString(), knownUntil: until.toISOString(), isNew };
}

const key = z.string().regex(/^[0-9a-f]{32}$/);

const beginRoute = {
  operationId: "beginFile",
  summary: "Begin a file of payments or vouchers",
  description:
    "Call it before the first row is sent. The same file begun again by anybody of the project within 14 days has the " +
    "same key, so that its rows ask for the same payments and vouchers.",
  tags: ["Files"],
  body: z
    .object({
      kind: z.enum(FILE_KINDS),
      print: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .meta({ description: "SHA-256 of what would be paid or made, in hexadecimal digits." }),
      again: optionalField(key).meta({
        description:
          "To pay or make all of it once more: the key that was answered. It gets a new key, unless somebody was faster; " +
          "the answer is then that one's, with `isNew` false.",
      }),
    })
    .meta({
      examples: [{ kind: "payments", print: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" }],
    }),
  response: { 200: envelope(begunSchema, "File begun.") },
} as const;

const findRoute = {
  operationId: "findFile",
  summary: "Find a file that was begun",
  description:
    "For a part of a file, such as the results of a former day, whose rows say which keys they have: they are asked for " +
    "with these while the file is known.",
  tags: ["Files"],
  params: z.object({ kind: z.enum(FILE_KINDS), key }),
  response: { 200: envelope(begunSchema, "File found.") },
  errors: ["not_found"],
} as const;
