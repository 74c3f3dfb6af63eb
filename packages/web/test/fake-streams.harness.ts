import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import type { Api, RoutesPlugin } from "../../server/src/platform/http/index.ts";
import type { DashboardMe } from "../src/api/own-paths.ts";

type FakeStreams = {
  readonly me: DashboardMe;
  /** Those that are open, by the address of each. */
  readonly streams: Map<ServerResponse, string>;
  /** What they tell, in its order: the place of a page is its length then. */
  readonly happened: readonly object[];
};

const options = { config: { access: "public", takesAnyQuery: true }, schema: { hide: true } } as const;

/**
 * Streams of changes at these addresses: each begins with what has happened since its place. `refuse`: answers one that
 * is refused.
 */
export function streamRoutes(
  people: FakeStreams,
  paths: readonly string[],
  refuse: (url: string, reply: FastifyReply) => FastifyReply | undefined,
): RoutesPlugin {
  return (api: Api) => {
    for (const path of paths)
      api.get(path, options, (request, reply) => {
        if (refuse(request.url, reply) !== undefined) return;
        reply.hijack();
        const { raw } = reply;
        people.streams.set(raw, request.url);
        raw.on("close", () => people.streams.delete(raw));
        raw.writeHead(200, { "content-type": "text/event-stream" }).write("retry: 100\n: listening\n\n");
        const place = /[?&]after=place-(\d+)/.exec(request.url)?.[1];
        const missed = place === undefined ? [] : people.happened.slice(Number(place));
        for (const change of missed) raw.write(changeText(change, "missed"));
      });
  };
}

export function placeNow({ happened }: FakeStreams): string {
  return `place-${happened.length}`;
}

/** What `me` says of the project that a page opens next. */
export function placeIn(people: FakeStreams, next: string | undefined): DashboardMe["place"] {
  const { projects } = people.me;
  const project = projects.find(({ id }) => id === next) ?? projects[0];
  return next === undefined || project === undefined ? null : { project: project.id, after: placeNow(people) };
}

export function changeText(change: object, id: string): string {
  return `id: ${id}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
}
