import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { isUuid } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { webhookTimestamp } from "#protocol/standard-webhook.ts";
import type { EventBodies } from "../bodies/event-bodies.ts";
import {
  checkSignature,
  type GivenMessage,
  idInBody,
  type KnownMessage,
  type SignatureCheck,
} from "../model/check-signature.ts";
import { bodyFor } from "../model/delivery.ts";
import type { EndpointId, EventId, EventRecord } from "../model/event.ts";
import { listSignatures } from "../store/delivery-log.ts";
import { findEvent } from "../store/events.ts";
import { findSecrets } from "../store/secrets.ts";

type CheckDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly bodies: EventBodies;
  readonly isLive: () => Promise<boolean>;
};

/** Of an event, whose times are tried. */
const ATTEMPTS_TRIED = 20;

export type CheckedMessage = SignatureCheck & {
  /** That the message names; undefined: the project has no such event. */
  readonly event: EventRecord | undefined;
};

/** Finds out what is wrong with a message that a receiver of the caller's project could not verify. */
export async function checkMessage(
  deps: CheckDeps,
  { caller, given }: { readonly caller: Caller; readonly given: GivenMessage },
): Promise<CheckedMessage> {
  const { db, clock } = deps;
  const ownerId = caller.wallet.owner.id;
  const event = (await eventOf(deps, ownerId, given.id)) ?? (await eventOf(deps, ownerId, idInBody(given.body) ?? ""));
  const known = event === undefined ? { id: undefined, bodies: [], sent: [] } : await knownOf(deps, event);
  const secrets = (await findSecrets(db, [ownerId])).get(ownerId);
  return { ...checkSignature(given, known, secrets, clock.now()), event };
}

async function eventOf({ db }: CheckDeps, ownerId: string, text: string): Promise<EventRecord | undefined> {
  const id = text.toLowerCase();
  return isUuid(id) ? await findEvent(db, ownerId, id as EventId) : undefined;
}

async function knownOf({ db, bodies, isLive }: CheckDeps, event: EventRecord): Promise<KnownMessage> {
  const body = (await bodies(db, [event])).get(event.id);
  const live = { isLive: await isLive() };
  const toEndpoint = { id: "" as EndpointId, isEnabled: true };
  const forms = [undefined, toEndpoint].flatMap((endpoint) =>
    body === undefined ? [] : [bodyFor({ event, endpoint }, body, live)],
  );
  const attempts = await listSignatures(db, event.id, ATTEMPTS_TRIED);
  const sent = attempts.map(({ startedAt, signature }) => ({
    timestamp: webhookTimestamp(startedAt),
    signature: signature ?? undefined,
  }));
  return { id: event.id, bodies: forms, sent };
}
