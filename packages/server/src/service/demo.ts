import type { DemoApp } from "#slices/oauth/routes.ts";
import type { DemoUser } from "./home.ts";

/** What a developer finds beside the node of the test network. Project and application are made at the first start. */
export type Demo = {
  /** `host:port` of the merchant's web server, and its Lightning address. */
  readonly merchantHost: string;
  readonly merchantAddress: string;
  /** Application of the demo project; undefined while there is none. */
  readonly app: () => DemoApp | undefined;
  /** Key of the demo project, likewise. */
  readonly key: () => string | undefined;
  /** Users of development; empty while there are none. */
  readonly users: () => readonly DemoUser[];
};
