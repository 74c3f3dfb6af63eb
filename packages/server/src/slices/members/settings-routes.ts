import { z } from "zod";
import { projectOf } from "#kernel/caller.ts";
import { InvalidInput } from "#kernel/errors.ts";
import type { ProjectId } from "#kernel/ids.ts";
import { type Msats, parseMsats } from "#kernel/money.ts";
import {
  codec,
  envelope,
  msatsText,
  optionalField,
  optionalText,
  type RoutesPlugin,
  success,
} from "#platform/http/index.ts";
import { findContact, findProject, ProjectNotFound } from "#projects";
import { LANGUAGES, ownNameOf } from "#texts/language.ts";
import { changeSettings, type SettingsDeps } from "./change-settings.ts";

export type SettingsRoutesDeps = SettingsDeps;

const settingsSchema = z
  .object({
    name: z.string(),
    handle: z.string().meta({ description: "Local part of its Lightning address. Another name leaves it as it is." }),
    contact: z.string().nullable().meta({
      description:
        "Who gets a mail when the wallet is low, a webhook fails, sending pauses or a key ends. Null: no contact.",
    }),
    lowBalance: msatsText.nullable().meta({
      description: "The contact gets a mail when the wallet holds less; null: never.",
    }),
    language: z.enum(LANGUAGES).meta({ description: "Of mails in the name of the project." }),
    languages: z
      .array(z.object({ code: z.enum(LANGUAGES), name: z.string() }))
      .meta({ description: "Those that there are, each by its own name." }),
    unit: z.literal("msats"),
  })
  .meta({ id: "ProjectSettings" });

const mostText = codec(
  z
    .string()
    .max(20)
    .meta({ description: "Millisatoshis from 1 on, or `none`.", examples: ["100000000"] }),
  (text): { readonly limit: Msats | undefined } => ({
    limit: text === "none" ? undefined : parseMsats(text, "lowBalance"),
  }),
  ({ limit }) => limit?.toString() ?? "none",
);

const readRoute = {
  operationId: "getProjectSettings",
  summary: "Read the settings of a project",
  description: "Those that its members change; the operator has more.",
  tags: ["Settings"],
  response: { 200: envelope(settingsSchema, "Settings read.") },
} as const;

const changeRoute = {
  operationId: "changeProjectSettings",
  summary: "Change the settings of a project",
  description: "What is left out stays.",
  tags: ["Settings"],
  body: z.object({
    name: optionalField(z.string().max(200)),
    contact: optionalText(254).meta({ description: "The e-mail address of a member. Empty: no contact." }),
    lowBalance: optionalField(mostText),
    language: optionalField(z.string().max(20)).meta({ description: `One of ${LANGUAGES.join(", ")}.` }),
  }),
  response: { 200: envelope(settingsSchema, "Settings changed.") },
  errors: ["project_name_taken"],
} as const;

/** `/settings` of a project. */
export function settingsRoutes(deps: SettingsRoutesDeps): RoutesPlugin {
  return (api) => {
    api.get("/settings", { schema: readRoute, config: { action: "read" } }, async ({ caller }) =>
      success(await present(deps, projectOf(caller)), "Settings read."),
    );
    api.patch("/settings", { schema: changeRoute, config: { action: "settings" } }, async ({ caller, body }) => {
      const project = projectOf(caller);
      if (Object.values(body).every((value) => value === undefined))
        throw new InvalidInput("body", "must name a name, a contact, a lowBalance or a language");
      await changeSettings(deps, { project, changes: body });
      return success(await present(deps, project), "Settings changed.");
    });
  };
}

async function present({ db }: Pick<SettingsDeps, "db">, id: ProjectId): Promise<z.input<typeof settingsSchema>> {
  const [project, contact] = await Promise.all([findProject(db, id), findContact(db, id)]);
  if (project === undefined || contact === undefined) throw new ProjectNotFound(id);
  return {
    name: project.name,
    handle: project.handle,
    contact: contact.address ?? null,
    lowBalance: contact.lowBalance?.toString() ?? null,
    language: project.language,
    languages: LANGUAGES.map((code) => ({ code, name: ownNameOf(code) })),
    unit: "msats",
  };
}
