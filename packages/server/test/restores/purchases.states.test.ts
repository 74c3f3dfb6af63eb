import type { Row } from "./judge.harness.ts";
import { purchases } from "./lives/purchases.harness.ts";
import { livesOf } from "./lives/table.harness.ts";

/** Those that are not given back, and that the copy has where the card has paid. */
function isTried({ copy, later, captured }: Row): boolean {
  const isGivenBack = [copy, later].some((state) => state.startsWith("refund"));
  return !isGivenBack && !(copy === "absent" && captured > 0);
}

livesOf("purchase over Lightning", purchases, isTried);
