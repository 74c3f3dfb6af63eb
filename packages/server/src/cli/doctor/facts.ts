import type { Running } from "#supervisor/run-file.ts";
import { type BrandingFacts, checkBranding } from "./check-branding.ts";
import { type ChannelFacts, checkChannels } from "./check-channels.ts";
import { type ClockFacts, checkClocks } from "./check-clocks.ts";
import { checkDatabase, type DatabaseFacts } from "./check-database.ts";
import { checkDisks, type DiskFacts } from "./check-disks.ts";
import { checkMachine, type MachineFacts } from "./check-machine.ts";
import { checkMoney, type MoneyFacts } from "./check-money.ts";
import { checkNode, type NodeFacts } from "./check-node.ts";
import { checkOutside, type OutsideFacts } from "./check-outside.ts";
import { checkSeller, type SellerFacts } from "./check-seller.ts";
import { type Finding, ok, warning } from "./finding.ts";

/** All that the doctor knows. */
export type Facts = {
  readonly service: Pick<Running, "pid" | "baseUrl"> | undefined;
  readonly node: NodeFacts;
  /** Undefined: the node does not answer, or is another one. */
  readonly channels: ChannelFacts | undefined;
  readonly money: MoneyFacts;
  readonly database: DatabaseFacts;
  readonly clocks: ClockFacts;
  readonly disks: DiskFacts;
  readonly machine: MachineFacts;
  readonly outside: OutsideFacts;
  readonly branding: BrandingFacts;
  /** Undefined: the wallet is to sell nothing. */
  readonly seller: SellerFacts | undefined;
};

/** What they come to, in the order in which it is read. */
export function findingsOf(facts: Facts): readonly Finding[] {
  return [
    service(facts.service),
    ...checkNode(facts.node),
    ...(facts.channels === undefined ? [] : checkChannels(facts.channels)),
    ...checkMoney(facts.money),
    ...checkDatabase(facts.database),
    ...checkClocks(facts.clocks),
    ...checkDisks(facts.disks),
    ...checkMachine(facts.machine),
    ...checkOutside(facts.outside),
    ...checkBranding(facts.branding),
    ...checkSeller(facts.seller),
  ];
}

function service(running: Facts["service"]): Finding {
  return running === undefined
    ? warning("service", "does not run: what needs it is not asked", "npm start")
    : ok("service", `runs at ${running.baseUrl}, process ${running.pid}`);
}
