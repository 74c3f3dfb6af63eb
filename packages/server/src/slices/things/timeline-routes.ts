import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Caller } from "#kernel/caller.ts";
import type { Db } from "#platform/database/db.ts";
import { envelope, idOf, idParams, isoTime, type RoutesPlugin, success } from "#platform/http/index.ts";
import { readerOfRequest } from "#platform/http/reader-of-request.ts";
import { type Reader, readerOf } from "#texts/reader.ts";
import { readEventHappenings } from "./event-happenings.ts";
import { THING_KINDS, ThingNotFound } from "./model/thing.ts";
import type { ReadTimeline, Timelines } from "./port.ts";
import { presentTimeline } from "./present-timeline.ts";

const ID = "01a1f9ba-a0a8-7169-bb85-f785abe3de6f";

const EXAMPLE = {
  status: "processing",
  where: "It is under way to the recipient.",
  why: "The recipient, or a node on the way, holds the payment.",
  next: "The recipient takes it, or it comes back: at the latest when the time locks of the payment run out.",
  nextCheckAt: "2026-11-20T16:13:40.000Z",
  endsBy: "2026-11-27T17:12:00.043Z",
  isQuick: false,
  happened: [
    {
      at: "2026-11-20T16:12:00.043Z",
      text: "10 sat and at most 10 sat for the fee were set aside.",
      detail: null,
      thing: null,
    },
    {
      at: "2026-11-20T16:12:00.301Z",
      text: "Attempt 1: the Lightning node was asked to pay.",
      detail: null,
      thing: null,
    },
  ],
};

const timelineSchema = z
  .object({
    status: z.string(),
    where: z.string().meta({ description: "Where the money is." }),
    why: z.string().meta({ description: "Why it stands so; of what has failed, why." }),
    next: z.string().nullable().meta({ description: "What happens next; null: nothing." }),
    nextCheckAt: isoTime.nullable().meta({ description: "When the service looks at it next." }),
    endsBy: isoTime.nullable().meta({ description: "When it has ended at the latest; null where nothing says it." }),
    isQuick: z.boolean().meta({
      description: "It usually ends within seconds: `endsBy` counts that the recipient of a payment may hold it.",
    }),
    happened: z
      .array(
        z.object({
          at: isoTime,
          text: z.string(),
          detail: z.string().nullable().meta({ description: "More of it, in words of a node or a server." }),
          thing: z
            .object({ kind: z.enum(THING_KINDS), id: z.string() })
            .nullable()
            .meta({ description: "What it was, where there is a page of it." }),
        }),
      )
      .meta({ description: "The oldest first." }),
  })
  .meta({ id: "Timeline", examples: [EXAMPLE] });

/** The paths of the kinds that have a timeline. */
const PATHS = { payment: "payments", charge: "charges", voucher: "vouchers", purchase: "purchases" } as const;

type Kind = keyof typeof PATHS;

type Deps = {
  readonly db: Db;
  readonly timelines: Timelines;
};

/** `GET /payments/{id}/timeline`, and the same of charges, vouchers and purchases, for our own pages. */
export function timelineRoutes({ db, timelines }: Deps): RoutesPlugin {
  return (api) => {
    for (const [kind, path] of Object.entries(PATHS) as [Kind, (typeof PATHS)[Kind]][]) {
      const read = timelines[kind];
      if (read === undefined) continue;
      api.get(`/${path}/:id/timeline`, { config: { action: "read" }, schema: routeOf(kind) }, async (request) => {
        const id = idOf(request.params.id, () => new ThingNotFound());
        const timeline = await readWhole(db, { read, caller: request.caller, id });
        return success(presentTimeline(readerFor(request), timeline), "Timeline read.");
      });
    }
  };
}

type Asked = { readonly read: ReadTimeline; readonly caller: Caller; readonly id: string };

async function readWhole(db: Db, { read, caller, id }: Asked) {
  const timeline = await read(caller, id);
  if (timeline === undefined) throw new ThingNotFound();
  const events = await readEventHappenings(db, caller.wallet.owner.id, timeline.eventsOf);
  return { standing: timeline.standing, happenings: [...timeline.happenings, ...events] };
}

/** A person reads in the own language; the pages of a project are in English. */
export function readerFor(request: Pick<FastifyRequest, "headers" | "caller">): Reader {
  return request.caller.actor.kind === "user" ? readerOfRequest(request) : readerOf("en");
}

function routeOf(kind: Kind) {
  return {
    operationId: `get${kind.charAt(0).toUpperCase()}${kind.slice(1)}Timeline`,
    summary: `Read what became of a ${kind}`,
    description:
      "Where its money is, why, what happens next and when it has ended at the latest; and all that happened.",
    tags: ["Timelines"],
    params: idParams(ID),
    response: { 200: envelope(timelineSchema, "Timeline read.") },
    errors: ["not_found"],
  } as const;
}
