import { z } from "zod";
import type { Wallet } from "#kernel/caller.ts";
import { AppError } from "#kernel/errors.ts";
import {
  envelope,
  idOf,
  idParams,
  isoTime,
  markReplayed,
  type RoutesPlugin,
  success,
  writeHeaders,
} from "#platform/http/index.ts";
import type { Person } from "#platform/http/page-calls.ts";
import { listProjectsById, type Project } from "#projects";
import { findUser, listUsersById, type User, UserNotFound } from "#users";
import { findWallet } from "#wallets";
import { acceptInvitation, declineInvitation } from "./accept-invitation.ts";
import type { AdmitDeps } from "./admit-member.ts";
import { InvitationGone, type InvitationId } from "./model/invitation.ts";
import { PROJECTS_OF_USER_MAX } from "./model/member.ts";
import { actionsOf, ROLES } from "./model/role.ts";
import { type OpenDeps, openProject } from "./open-project.ts";
import { listInvitationsTo, listMemberships } from "./store/members.ts";

export type MeRoutesDeps = AdmitDeps &
  OpenDeps & {
    /** People make projects themselves. */
    readonly mayOpen: boolean;
    readonly serviceName: string;
    /** That of the node; undefined: none was ever known. */
    readonly network: () => string | undefined;
    readonly events: { readonly watch: { readonly placeNow: (wallet: Wallet) => Promise<string> } };
  };

const TAGS = ["You"];
const EXAMPLE_ID = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

const projectSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    name: z.string(),
    handle: z.string().meta({ description: "Local part of its Lightning address." }),
    role: z.enum(ROLES),
    actions: z.array(z.string()).meta({ description: "What this role may do here." }),
    createdAt: isoTime,
  })
  .meta({ id: "MemberProject" });

const invitationSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    project: z.object({ id: z.string(), name: z.string() }),
    role: z.enum(ROLES),
    invitedBy: z.string().nullable().meta({ description: "Gamertag; null: the operator." }),
    expiresAt: isoTime,
  })
  .meta({ id: "OwnInvitation" });

const meSchema = z
  .object({
    user: z.object({ id: z.string(), gamertag: z.string(), email: z.string() }),
    freshUntil: isoTime.meta({ description: "Until then calls that ask for a fresh login are answered." }),
    network: z.string().nullable().meta({ description: "Such as `mainnet` or `regtest`; null: not known yet." }),
    serviceName: z.string(),
    mayCreateProjects: z.boolean().meta({ description: "False: the operator makes the projects of this service." }),
    projectsLeft: z.int().meta({ description: "How many more projects this person can make, where people may." }),
    projects: z.array(projectSchema),
    invitations: z.array(invitationSchema),
    place: z.object({ project: z.string(), after: z.string() }).nullable().meta({
      description:
        "Before all that is read of this project from now on: `after` of its stream of changes. Null: not asked for.",
    }),
  })
  .meta({ id: "Me" });

const meRoute = {
  operationId: "getMe",
  summary: "Who is logged in",
  description: "With the projects that the person is a member of, and open invitations to the person's address.",
  tags: TAGS,
  querystring: z.object({
    project: z
      .string()
      .optional()
      .meta({
        description:
          "The project that the page reads next: the response has its `place`. Without membership: the first project.",
        examples: [EXAMPLE_ID],
      }),
  }),
  response: { 200: envelope(meSchema, "Who is logged in.") },
} as const;

const createRoute = {
  operationId: "openProject",
  summary: "Make a project",
  description: "With an empty wallet; the person is its owner. Only where the operator allows it.",
  tags: TAGS,
  headers: writeHeaders,
  body: z.object({
    name: z
      .string()
      .max(200)
      .meta({ examples: ["My game"] }),
  }),
  response: {
    200: envelope(z.object({ id: z.string(), name: z.string(), handle: z.string() }), "Project created."),
  },
  errors: ["projects_closed", "project_name_taken", "too_many_projects", "idempotency_mismatch"],
} as const;

const acceptRoute = {
  operationId: "acceptInvitation",
  summary: "Accept an invitation",
  description: "The person becomes a member of the project that has invited the address of the account.",
  tags: TAGS,
  params: idParams(EXAMPLE_ID),
  response: { 200: envelope(z.object({ project: z.string() }), "You are a member now.") },
  errors: ["invitation_gone", "already_member", "too_many_members"],
} as const;

const declineRoute = {
  operationId: "declineInvitation",
  summary: "Decline an invitation",
  description: "It is over then; the project can invite again.",
  tags: TAGS,
  params: idParams(EXAMPLE_ID),
  response: { 200: envelope(z.object({}), "Declined.") },
  errors: ["invitation_gone"],
} as const;

/** `/me`, `/projects`, `/invitations`: what a person has on the dashboard, whatever the project. */
export function meRoutes(deps: MeRoutesDeps): RoutesPlugin {
  return (api) => {
    api.get("/me", { schema: meRoute }, async ({ person, query }) =>
      success(await readMe(deps, person, query.project), "Who is logged in."),
    );
    api.post("/projects", { schema: createRoute }, async ({ person, body, headers }, reply) => {
      if (!deps.mayOpen) throw new AppError("projects_closed", "the operator makes the projects of this service");
      const { userId, sessionId } = person;
      const by = { kind: "user", userId, sessionId } as const;
      const asked = { by, name: body.name, idempotencyKey: headers["idempotency-key"] };
      const { replayed, ...project } = await openProject(deps, asked);
      markReplayed(reply, { replayed });
      return success(project, "Project created.");
    });
    api.post("/invitations/:id/accept", { schema: acceptRoute }, async ({ person, params }) => {
      const invitation = idOf<InvitationId>(params.id, () => new InvitationGone());
      const user = await requireUser(deps, person.userId);
      return success({ project: await acceptInvitation(deps, { user, invitation }) }, "You are a member now.");
    });
    api.delete("/invitations/:id", { schema: declineRoute }, async ({ person, params }) => {
      const invitation = idOf<InvitationId>(params.id, () => new InvitationGone());
      await declineInvitation(deps, { user: await requireUser(deps, person.userId), invitation });
      return success({}, "Declined.");
    });
  };
}

async function requireUser({ db }: Pick<MeRoutesDeps, "db">, id: User["id"]): Promise<User> {
  const user = await findUser(db, id);
  if (user === undefined) throw new UserNotFound("id");
  return user;
}

async function readMe(
  deps: MeRoutesDeps,
  { userId, freshUntil }: Person,
  next: string | undefined,
): Promise<z.input<typeof meSchema>> {
  const { db, clock, narrowed } = deps;
  const user = await requireUser(deps, userId);
  const [memberships, invitations] = await Promise.all([
    listMemberships(db, userId),
    user.emailVerifiedAt === undefined ? [] : listInvitationsTo(db, user.email, clock.now()),
  ]);
  const inviters = invitations.flatMap(({ invitedBy }) => invitedBy ?? []);
  const [projects, users] = await Promise.all([
    listProjectsById(
      db,
      [...memberships, ...invitations].map(({ projectId }) => projectId),
    ),
    listUsersById(db, inviters),
  ]);
  const projectById = new Map(projects.map((project) => [project.id, project]));
  const gamertagById = new Map(users.map(({ id, gamertag }) => [id, gamertag]));
  const own = memberships.flatMap(({ projectId, role }) => {
    const project = projectById.get(projectId);
    return project === undefined ? [] : [{ ...project, role }];
  });
  return {
    user: { id: user.id, gamertag: user.gamertag, email: user.email },
    freshUntil: freshUntil.toISOString(),
    network: deps.network() ?? null,
    serviceName: deps.serviceName,
    mayCreateProjects: deps.mayOpen,
    projectsLeft: Math.max(0, PROJECTS_OF_USER_MAX - memberships.filter(({ role }) => role === "owner").length),
    projects: own.map(({ id, name, handle, role, createdAt }) => {
      return { id, name, handle, role, actions: [...actionsOf(role, narrowed)], createdAt: createdAt.toISOString() };
    }),
    invitations: invitations.map(({ id, projectId, role, invitedBy, expiresAt }) => ({
      id,
      project: { id: projectId, name: projectById.get(projectId)?.name ?? "" },
      role,
      invitedBy: (invitedBy && gamertagById.get(invitedBy)) ?? null,
      expiresAt: expiresAt.toISOString(),
    })),
    place: next === undefined ? null : await placeIn(deps, own.find(({ id }) => id === next) ?? own[0]),
  };
}

async function placeIn({ db, events }: MeRoutesDeps, project: Project | undefined) {
  const wallet = project && (await findWallet(db, project.walletId));
  return wallet === undefined ? null : { project: wallet.owner.id, after: await events.watch.placeNow(wallet) };
}
