export { mailboxRoutes } from "./mailbox-routes.ts";
export { unsubscribeRoutes } from "./unsubscribe-routes.ts";
