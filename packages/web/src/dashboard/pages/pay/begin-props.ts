import type { KeptRows, Plan } from "./kept-rows.ts";
import type { Limits } from "./limits.tsx";

/** Of what leads to a plan. */
export type BeginProps = {
  readonly kept: KeptRows;
  readonly limits: Limits;
  readonly onBegin: (plan: Plan) => void;
};
