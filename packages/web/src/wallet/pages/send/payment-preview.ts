import type { PageShape } from "../../../api/shapes.ts";

/** Who would be paid, and what it would cost. */
export type PaymentPreview = PageShape<"PaymentPreview">;
export type Kind = PaymentPreview["kind"];
