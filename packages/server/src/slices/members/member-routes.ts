import { z } from "zod";
import { projectOf } from "#kernel/caller.ts";
import { InvalidInput } from "#kernel/errors.ts";
import type { ProjectId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import {
  amount,
  codec,
  envelope,
  idOf,
  idParams,
  isoTime,
  msatsText,
  optionalField,
  type RoutesPlugin,
  success,
} from "#platform/http/index.ts";
import { findProject, listKeysById, type Project, ProjectNotFound } from "#projects";
import { emailAddress } from "#protocol/email-address.ts";
import { findUser, listUsersById } from "#users";
import { type ChangeMemberDeps, changeMember } from "./change-member.ts";
import { endInvitation } from "./end-invitation.ts";
import { type InviteDeps, inviteMember } from "./invite-member.ts";
import { type Invitation, InvitationGone, type InvitationId } from "./model/invitation.ts";
import { type Member, type MemberId, MemberNotFound, roleOf } from "./model/member.ts";
import { ROLES } from "./model/role.ts";
import { type RemoveMemberDeps, removeMember } from "./remove-member.ts";
import { findMember, listInvitations, listMembers } from "./store/members.ts";

export type MemberRoutesDeps = InviteDeps & ChangeMemberDeps & RemoveMemberDeps;

const TAGS = ["Members"];
const EXAMPLE_ID = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

const memberSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    user: z.object({ id: z.string(), gamertag: z.string(), email: z.string() }),
    role: z.enum(ROLES),
    isYou: z.boolean(),
    cap: msatsText.nullable().meta({ description: "The most that one payment of this member may send." }),
    daily: msatsText.nullable().meta({ description: "The most that this member may send in any 24 hours." }),
    spent: msatsText.meta({ description: "What the member has sent in the last 24 hours." }),
    addedAt: isoTime,
  })
  .meta({ id: "Member" });

const invitationSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    email: z.string(),
    role: z.enum(ROLES),
    invitedAt: isoTime,
    expiresAt: isoTime,
  })
  .meta({ id: "Invitation" });

const role = codec(
  z
    .string()
    .max(20)
    .meta({ enum: ROLES, examples: ["developer"] }),
  roleOf,
  String,
);

const listRoute = {
  operationId: "listMembers",
  summary: "List members",
  description: "And the open invitations, which owners alone see.",
  tags: TAGS,
  response: {
    200: envelope(
      z.object({ members: z.array(memberSchema), invitations: z.array(invitationSchema) }),
      "Members listed.",
    ),
  },
} as const;

const inviteRoute = {
  operationId: "inviteMember",
  summary: "Invite a member",
  description: "Whoever logs in with the address within 7 days can accept. The address gets a mail.",
  tags: TAGS,
  body: z.object({
    email: z
      .string()
      .max(254)
      .meta({ examples: ["dev@game.example"] }),
    role,
  }),
  response: { 200: envelope(invitationSchema, "Invited.") },
  errors: [
    "invited_lately",
    "too_many_invitations",
    "mail_not_configured",
    "recipient_unsubscribed",
    "mail_limit_exceeded",
  ],
} as const;

const endInvitationRoute = {
  operationId: "endInvitation",
  summary: "Take an invitation back",
  description: "It cannot be accepted any more.",
  tags: TAGS,
  params: idParams(EXAMPLE_ID),
  response: { 200: envelope(z.object({}), "Taken back.") },
  errors: ["invitation_gone"],
} as const;

const changeRoute = {
  operationId: "changeMember",
  summary: "Change a member",
  description: "The role, and the most that the member may send as the project. It holds from the next call on.",
  tags: TAGS,
  params: idParams(EXAMPLE_ID),
  body: z.object({ role: optionalField(role), cap: optionalField(amount), daily: optionalField(amount) }),
  response: { 200: envelope(z.object({}), "Changed.") },
  errors: ["member_not_found", "last_owner"],
} as const;

const removeRoute = {
  operationId: "removeMember",
  summary: "Remove a member",
  description: "The next call of the member is refused.",
  tags: TAGS,
  params: idParams(EXAMPLE_ID),
  response: { 200: envelope(z.object({}), "Removed.") },
  errors: ["member_not_found", "last_owner"],
} as const;

const leaveRoute = {
  operationId: "leaveProject",
  summary: "Leave the project",
  description: "The person is no member any more. The last owner cannot leave.",
  tags: TAGS,
  response: { 200: envelope(z.object({}), "Left.") },
  errors: ["last_owner"],
} as const;

/** `/members`, `/invitations`, `/membership` of a project. */
export function memberRoutes(deps: MemberRoutesDeps): RoutesPlugin {
  return (api) => {
    api.get("/members", { schema: listRoute }, async ({ caller, person }) => {
      const project = projectOf(caller);
      const isOwner = person.role === "owner";
      const invitations = isOwner ? await listInvitations(deps.db, project, deps.clock.now()) : [];
      const members = await presentMembers(deps, project, person.userId);
      return success({ members, invitations: invitations.map(presentInvitation) }, "Members listed.");
    });
    api.post("/invitations", { schema: inviteRoute, config: { action: "members" } }, async (request) => {
      const { body, caller, person } = request;
      const project = await requireProject(deps.db, projectOf(caller));
      const by = await findUser(deps.db, person.userId);
      const email = emailAddress(body.email, "email");
      return success(presentInvitation(await inviteMember(deps, { project, email, role: body.role, by })), "Invited.");
    });
    api.delete("/invitations/:id", { schema: endInvitationRoute, config: { action: "members" } }, async (request) => {
      const id = idOf<InvitationId>(request.params.id, () => new InvitationGone());
      await endInvitation(deps, { project: projectOf(request.caller), id });
      return success({}, "Taken back.");
    });
    api.patch("/members/:id", { schema: changeRoute, config: { action: "members" } }, async (request) => {
      const id = idOf<MemberId>(request.params.id, () => new MemberNotFound());
      const { body: changes } = request;
      if (Object.values(changes).every((value) => value === undefined))
        throw new InvalidInput("body", "must name a role, a cap or a daily budget");
      await changeMember(deps, { project: projectOf(request.caller), id, changes });
      return success({}, "Changed.");
    });
    api.delete("/members/:id", { schema: removeRoute, config: { action: "members" } }, async (request) => {
      const id = idOf<MemberId>(request.params.id, () => new MemberNotFound());
      await removeMember(deps, { project: projectOf(request.caller), id });
      return success({}, "Removed.");
    });
    api.delete("/membership", { schema: leaveRoute, config: { action: "leave" } }, async ({ caller, person }) => {
      const project = projectOf(caller);
      const own = await findMember(deps.db, project, person.userId);
      if (own === undefined) throw new MemberNotFound();
      await removeMember(deps, { project, id: own.id });
      return success({}, "Left.");
    });
  };
}

async function requireProject(db: Db, id: ProjectId): Promise<Project> {
  const project = await findProject(db, id);
  if (project === undefined) throw new ProjectNotFound(id);
  return project;
}

async function presentMembers({ db, clock }: MemberRoutesDeps, project: ProjectId, you: string) {
  const members = await listMembers(db, project);
  const [users, keys] = await Promise.all([
    listUsersById(
      db,
      members.map(({ userId }) => userId),
    ),
    listKeysById(
      db,
      members.map(({ keyId }) => keyId),
      clock.now(),
    ),
  ]);
  const userById = new Map(users.map((user) => [user.id, user]));
  const keyById = new Map(keys.map((found) => [found.key.id, found]));
  return members.map((member: Member) => {
    const user = userById.get(member.userId);
    const key = keyById.get(member.keyId);
    return {
      id: member.id,
      user: { id: member.userId, gamertag: user?.gamertag ?? "", email: user?.email ?? "" },
      role: member.role,
      isYou: member.userId === you,
      cap: key?.policy.cap?.toString() ?? null,
      daily: key?.policy.daily?.toString() ?? null,
      spent: String(key?.budgets.daily.spent ?? 0n),
      addedAt: member.addedAt.toISOString(),
    };
  });
}

function presentInvitation({ id, email, role, invitedAt, expiresAt }: Invitation) {
  return { id, email, role, invitedAt: invitedAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
