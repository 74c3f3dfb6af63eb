import { userFinder } from "#oauth";
import { paymentFinder, paymentTimelines, type TimelineDeps } from "#payments";
import { keyFinder } from "#projects";
import { chargeFinder, chargeTimelines } from "#receiving";
import { requestFinder } from "#requests";
import { eventFinder, type Finder, type Timelines } from "#things";
import { voucherFinder, voucherTimelines } from "#vouchers";

/** What people find, and what became of it. */
export type Things = {
  /** Of a project, and of a person. */
  readonly finders: { readonly project: readonly Finder[]; readonly person: readonly Finder[] };
  readonly timelines: Timelines;
};

export type ThingsDeps = {
  readonly paying: TimelineDeps;
  readonly requests: Parameters<typeof requestFinder>[0];
  /** Empty where it is off. */
  readonly ramp: { readonly finders: readonly Finder[]; readonly timelines: Timelines };
};

export function wireThings({ paying: deps, requests, ramp }: ThingsDeps): Things {
  const person = [paymentFinder(deps), chargeFinder(deps), voucherFinder(deps), ...ramp.finders];
  return {
    finders: {
      person,
      project: [...person, userFinder(deps), keyFinder(deps), eventFinder(deps), requestFinder(requests)],
    },
    timelines: {
      payment: paymentTimelines(deps),
      charge: chargeTimelines(deps),
      voucher: voucherTimelines(deps),
      ...ramp.timelines,
    },
  };
}
