import { missingOfLnd } from "./programs.harness.ts";
import { runTier } from "./tier.harness.ts";

/** `npm run test:lnd`: the tests that need real nodes of LND, each file on a network of its own. */
runTier("lnd", missingOfLnd());
