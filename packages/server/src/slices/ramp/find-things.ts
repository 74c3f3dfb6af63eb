import { bytesToHex } from "@noble/hashes/utils.js";
import { NO_RANGE, type ProjectId } from "#kernel/ids.ts";
import { findOriginOf } from "#onchain";
import type { Db } from "#platform/database/db.ts";
import { type Clue, type Finder, FOUND_MAX, type FoundThing } from "#things";
import type { Purchase } from "./model/purchase.ts";
import type { Session, SessionId } from "./model/session.ts";
import { ownerOf } from "./read-timeline.ts";
import { listPurchasesNamed, type PurchaseOwner } from "./store/purchase-lists.ts";
import { findSession, listSessions } from "./store/sessions.ts";

/** Sessions and purchases of the caller's project; of a person the own purchases. */
export function rampFinder({ db }: { readonly db: Db }): Finder {
  return {
    by: ["id", "hash", "address", "number", "own_name"],
    async find({ actor }, clue) {
      const owner = ownerOf(actor);
      if (owner === undefined) return [];
      const [sessions, purchases] = await Promise.all([
        "project" in owner ? sessionsBy(db, owner.project, clue) : [],
        purchasesBy(db, owner, clue),
      ]);
      return [...sessions.map(foundSession), ...purchases.map(foundPurchase)];
    },
  };
}

async function sessionsBy(db: Db, project: ProjectId, clue: Clue): Promise<readonly Session[]> {
  const list = async (filter: Parameters<typeof listSessions>[2]) =>
    await listSessions(db, { project, range: NO_RANGE, limit: FOUND_MAX }, filter);
  switch (clue.kind) {
    case "id": {
      const session = await findSession(db, clue.id as SessionId);
      return session?.projectId === project ? [session] : [];
    }
    case "address":
      return await list({ email: clue.address });
    case "own_name":
      return await list({ reference: clue.name });
    default:
      return [];
  }
}

async function purchasesBy(db: Db, owner: PurchaseOwner, clue: Clue): Promise<readonly Purchase[]> {
  switch (clue.kind) {
    case "id": {
      const names = [{ id: clue.id }, { payment: clue.id }];
      return (await Promise.all(names.map((name) => listPurchasesNamed(db, owner, name)))).flat();
    }
    case "hash": {
      const origin = await findOriginOf(db, bytesToHex(clue.hash));
      return origin === undefined ? [] : await listPurchasesNamed(db, owner, { id: origin.id });
    }
    case "number":
      return await listPurchasesNamed(db, owner, { number: clue.digits });
    default:
      return [];
  }
}

function foundSession({ id, progress, referenceId, email, createdAt }: Session): FoundThing {
  const name = referenceId ?? email;
  return { kind: "session", id, status: progress.kind, amount: undefined, name, createdAt };
}

function foundPurchase({ id, progress, quote, createdAt }: Purchase): FoundThing {
  return { kind: "purchase", id, status: progress.kind, amount: quote.amount, name: undefined, createdAt };
}
