import type { FastifyRequest } from "fastify";
import { projectOf } from "#kernel/caller.ts";
import { freshUntil, requireLogin } from "#login";
import { networkOf, type RoutesPlugin } from "#platform/http/index.ts";
import { mounted } from "#platform/http/mounted.ts";
import { type ChangeLog, pageCalls } from "#platform/http/page-calls.ts";
import { type AdmitDeps, admitMember, requireAction } from "./admit-member.ts";
import { beginChange, type ChangeDeps } from "./begin-change.ts";
import { isAction, type Role } from "./model/role.ts";

export type PageScopesDeps = AdmitDeps & ChangeDeps & { readonly baseUrl: string };

/** What the dashboard calls, and below what path. */
export const DASHBOARD = "/dashboard/api";
const OF_PROJECT = `${DASHBOARD}/projects/:project`;

/** Routes of a person, whatever the project, below `/dashboard/api`. None asks for a fresh login. */
export function personScope(deps: PageScopesDeps, routes: readonly RoutesPlugin[]): RoutesPlugin {
  const admit = async (_request: FastifyRequest, secret: string | undefined) => {
    const known = await requireLogin(deps, secret);
    return { person: personOf(known, undefined), caller: undefined };
  };
  return pageCalls({ baseUrl: deps.baseUrl, admit }, mounted(DASHBOARD, routes));
}

/**
 * Routes of a project, for its members, below `/dashboard/api/projects/{project}`: those of these pages, and those of
 * the API as they are, for `/dashboard/api/projects/{project}/v0/…`.
 */
export function projectScope(deps: PageScopesDeps, routes: readonly RoutesPlugin[]): RoutesPlugin {
  const admit = async (request: FastifyRequest, secret: string | undefined) => {
    const action = actionIn(request);
    if (action === undefined) throw new Error(`${request.routeOptions.url} has an action that no role is asked for`);
    const member = await admitMember(deps, { secret, project: projectIn(request) });
    return {
      person: personOf(member, member.role),
      caller: member.caller,
      requireAllowed: () => requireAction(deps, member, action),
    };
  };
  return pageCalls({ baseUrl: deps.baseUrl, admit, changes: changesOf(deps) }, mounted(OF_PROJECT, routes));
}

function actionIn({ routeOptions }: FastifyRequest) {
  const { action = "" } = routeOptions.config;
  return isAction(action) ? action : undefined;
}

function projectIn({ params }: FastifyRequest): string {
  return (params as { readonly project: string }).project;
}

type Known = Awaited<ReturnType<typeof requireLogin>>;

function personOf({ user, session }: Known, role: Role | undefined) {
  return { userId: user.id, sessionId: session.id, freshUntil: freshUntil(session), role };
}

/** Each change of a member, with the id in the path as what was changed, else with that of what was made. */
function changesOf(deps: ChangeDeps): ChangeLog {
  return {
    begin: (request) =>
      beginChange(deps, {
        projectId: projectOf(request.caller),
        userId: request.person.userId,
        role: request.person.role as Role,
        operation: request.routeOptions.schema?.operationId ?? request.routeOptions.url ?? "",
        subject: (request.params as { readonly id?: string }).id?.slice(0, SUBJECT_CHARACTERS_MAX),
        requestId: request.id,
        network: networkOf(request.ip),
      }),
  };
}

const SUBJECT_CHARACTERS_MAX = 100;
