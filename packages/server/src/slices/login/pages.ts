export { type AccountRoutesDeps, accountRoutes } from "./account-routes.ts";
export { languageRoutes } from "./language-routes.ts";
export { type LoginRoutesDeps, loginRoutes } from "./login-routes.ts";
export type { Movement, ReceiptMails, WalletOfUser } from "./model/money.ts";
export { type SecurityRoutesDeps, securityRoutes } from "./security-routes.ts";
export { type SendRoutesDeps, sendRoutes } from "./send-routes.ts";
export { type TermsRoutesDeps, termsRoutes } from "./terms-routes.ts";
export { ACCOUNT_PAGES, visitorOf } from "./wire.ts";
