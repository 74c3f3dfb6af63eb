export { type ReceiptMailRoutesDeps, receiptMailRoutes } from "./receipt-mail-routes.ts";
