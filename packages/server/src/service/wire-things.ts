import { userFinder } from "#oauth";
import { paymentFinder, paymentTimelines, type TimelineDeps } from "#payments";
import { keyFinder } from "#projects";
import { chargeFinder, chargeTimelines } from "#receiving";
import { eventFinder, type Finder, type Timelines } from "#things";
import { voucherFinder, voucherTimelines } from "#vouchers";

/** What people find, and what became of it. */
export type Things = {
  /** Of a project, and of a person. */
  readonly finders: { readonly project: readonly Finder[]; readonly person: readonly Finder[] };
  readonly timelines: Timelines;
};

/** What can be found without the on-ramp, or with it. */
export function wireThings(
  deps: TimelineDeps,
  ramp: { readonly finders: readonly Finder[]; readonly timelines: Timelines },
): Things {
  const person = [paymentFinder(deps), chargeFinder(deps), voucherFinder(deps), ...ramp.finders];
  return {
    finders: { person, project: [...person, userFinder(deps), keyFinder(deps), eventFinder(deps)] },
    timelines: {
      payment: paymentTimelines(deps),
      charge: chargeTimelines(deps),
      voucher: voucherTimelines(deps),
      ...ramp.timelines,
    },
  };
}
