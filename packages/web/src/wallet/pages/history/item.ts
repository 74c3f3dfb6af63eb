import type { PageShape } from "../../../api/shapes.ts";
import type { Translate } from "../../text.ts";

export type Item = PageShape<"HistoryItem">;

/** What a line is called. */
export function titleOf({ kind, name, description, amount, payment, purchase }: Item, t: Translate): string {
  if (purchase !== null) return t("money_move_bought");
  switch (kind) {
    case "payment":
    case "email":
      if (payment !== null && payment.status !== "completed")
        return name === null || name === "" ? t("wallet_fact_invoice") : t("wallet_to", { name });
      return name === null || name === "" ? t("money_move_paid") : t("money_move_sent", { to: name });
    case "charge":
    case "receipt":
      return name === null || name === "" ? (description ?? t("money_move_received")) : t("wallet_from", { name });
    case "voucher":
      return t(amount.startsWith("-") ? "money_move_put" : "money_move_taken");
    case "voucher_refund":
      return t("money_move_link_refund");
    case "transfer":
      return t("money_move_booked");
  }
}

/** What was said with it, and what the person wrote on it. */
export function textOf(item: Item, title: string): string {
  const texts = [item.description, item.comment, item.note];
  return texts.filter((text) => text !== null && text !== "" && text !== title).join(" · ");
}
