import { lightningConformance } from "../conformance/conformance.harness.ts";
import { clnWorld } from "./testing/cln-world.harness.ts";

lightningConformance("Core Lightning, as a fake that speaks its protocol", clnWorld);
