import { missingOfLnd } from "../lnd/programs.harness.ts";
import { runTier } from "../lnd/tier.harness.ts";
import { missingOfCln } from "./programs.harness.ts";

/** `npm run test:cln`: the tests that need a real node of Core Lightning, with nodes of LND behind its channels. */
runTier("cln", [...missingOfCln(), ...missingOfLnd(["btcd", "lnd"])]);
