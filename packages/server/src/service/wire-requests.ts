import type { Clock, Random, Scheduler } from "#kernel/clock.ts";
import { listPaymentsOfRequest } from "#payments";
import { microBatch } from "#platform/database/micro-batch.ts";
import type { Database } from "#platform/database/pool.ts";
import { listChargesOfRequest, listStaticChargesOfRequest } from "#receiving";
import { createRefusedLog, type RefusedLog } from "#requests";
import { refusedLoop } from "#slices/requests/jobs.ts";
import type { RequestRoutesDeps } from "#slices/requests/routes.ts";
import { listVouchersOfRequest } from "#vouchers";
import type { RampPart } from "./load-ramp.ts";
import { together, type Worker } from "./worker.ts";

type Machine = {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
};

type Requests = {
  readonly log: RefusedLog;
  readonly routes: RequestRoutesDeps;
  readonly worker: Worker;
};

/** What requests leave behind. `sends`: this process works without requests. `ramp`: undefined where it is off. */
export function wireRequests(
  { sends, ramp }: { readonly sends: boolean; readonly ramp: RampPart | undefined },
  machine: Machine,
): Requests {
  const { db } = machine;
  return {
    log: createRefusedLog({ ...machine, batch: microBatch(machine) }),
    routes: { db, finders: findersOf(ramp) },
    worker: together(sends ? [refusedLoop(machine)] : []),
  };
}

/** What finds the things that a request made. */
export function findersOf(ramp: Pick<RampPart, "listSessionsOfRequest"> | undefined): RequestRoutesDeps["finders"] {
  return {
    payment: (db, { wallet, ...asked }) => listPaymentsOfRequest(db, { wallet: wallet.id, ...asked }),
    charge: listChargesOfRequest,
    static_charge: (db, { wallet, ...asked }) => listStaticChargesOfRequest(db, { wallet: wallet.id, ...asked }),
    voucher: (db, { wallet, ...asked }) => listVouchersOfRequest(db, { wallet: wallet.id, ...asked }, "voucher"),
    withdrawal_request: (db, { wallet, ...asked }) =>
      listVouchersOfRequest(db, { wallet: wallet.id, ...asked }, "withdrawal"),
    ...(ramp && {
      ramp_session: (db, { wallet, ...asked }) =>
        ramp.listSessionsOfRequest(db, { projectId: wallet.owner.id, ...asked }),
    }),
  };
}
