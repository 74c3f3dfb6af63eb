import type { Row } from "./judge.harness.ts";
import { purchases } from "./lives/purchases.harness.ts";
import { livesOf } from "./lives/table.harness.ts";

/** Those that the copy has where the card has paid; the others are ended by `ramp adopt` (lost-purchase tests). */
function isTried({ copy, captured }: Row): boolean {
  return !(copy === "absent" && captured > 0);
}

livesOf("purchase over Lightning", purchases, isTried);
