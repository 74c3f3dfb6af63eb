import { connectIdentity } from "#adapters/identity/choose.ts";
import {
  chooseRamp,
  connectProcessor,
  loadStripe,
  type RampChoice,
  type StripeAdapters,
} from "#adapters/processors/choose.ts";
import type { Config } from "#config.ts";
import { type Branding, termsOf } from "#kernel/branding.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { basisPointsOf, maxOf, msats } from "#kernel/money.ts";
import { findNode, type LightningNode, type Network } from "#lightning";
import { findTokenHolder } from "#oauth";
import type { AskAddressDeps, PayDeps } from "#payments";
import type { Db } from "#platform/database/db.ts";
import { browserSecretIn } from "#platform/http/browser-cookie.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import type { Log } from "#platform/log.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { createOutbound, type Outbound } from "#platform/outbound/outbound.ts";
import type { Sealer } from "#platform/secrets/seal.ts";
import {
  findBought,
  findFrame,
  type IdentityProvider,
  type OpenForUser,
  openForUser,
  type PaymentProcessor,
  type ProcessorEvent,
  type PurchaseId,
  purchaseTimelines,
  type RampSettings,
  type Rates,
  rampFinder,
  takeMessage,
  topPageProof,
} from "#ramp";
import { findLostSince } from "#restore";
import { type SandboxDeps, sandboxIdentity, sandboxProcessor } from "#sandbox";
import { onchainLoop } from "#slices/onchain/jobs.ts";
import { followPayment, type RampLoopsDeps, rampLoops } from "#slices/ramp/jobs.ts";
import { noRampPage, rampPage } from "#slices/ramp/pages.ts";
import {
  type CheckoutRoutesDeps,
  checkoutRoutes,
  devRampRoutes,
  processorRoutes,
  purchaseRoutes,
  type SessionRoutesDeps,
  sessionRoutes,
} from "#slices/ramp/routes.ts";
import { sandboxLoops } from "#slices/sandbox/jobs.ts";
import { challengePages, simulatePages } from "#slices/sandbox/pages.ts";
import { sandboxRoutes } from "#slices/sandbox/routes.ts";
import type { Finder, Timelines } from "#things";
import type { Demo } from "./demo.ts";
import { walletPathOf } from "./people-pages.ts";
import { sellerOf } from "./seller-of.ts";
import type { WebPages } from "./web-pages.ts";
import { together, type Worker } from "./worker.ts";

type RampDeps = CheckoutRoutesDeps & RampLoopsDeps & Pick<SessionRoutesDeps, "findTokenHolder">;

type Machine = Omit<
  RampDeps,
  | "rates"
  | "processor"
  | "identity"
  | "routeReserve"
  | "mac"
  | "seller"
  | "terms"
  | "walletPath"
  | "findTokenHolder"
  | "onchain"
  | "lostSince"
  | keyof RampSettings
> & {
  readonly sealer: Sealer;
  readonly outbound: Outbound;
  readonly node: LightningNode;
  readonly journal: Journal;
};

type Bags = {
  readonly machine: Pick<Machine, "sealer" | "log" | "scheduler" | "look" | "journal">;
  readonly paying: PayDeps;
  readonly asking: AskAddressDeps & Pick<Machine, "outbound" | "node">;
  readonly outlet: Machine["outlet"];
};

type Options = {
  readonly rates: Rates;
  readonly answers: boolean;
  /** Undefined: the page of the widget is switched off. */
  readonly webPages: WebPages | undefined;
  readonly isDevelopment: () => boolean;
  readonly demo: Demo | undefined;
  readonly branding: Branding;
};

export type Ramp = {
  /** What can be found of it, what became of it, and what the pages of a project list. */
  readonly finders: readonly Finder[];
  readonly timelines: Timelines;
  readonly lists: readonly RoutesPlugin[];
  /** What projects call, and what browsers and processors do. */
  readonly api: readonly RoutesPlugin[];
  readonly pages: readonly RoutesPlugin[];
  /**
   * Chooses who takes the money, once the network of the node is known.
   * @throws {OperatorError} when the settings do not fit the network.
   */
  choose(network: Network): void;
  /** Somebody takes money for bitcoin. */
  sells(): boolean;
  /**
   * Opens a page on which a user buys bitcoin for the own wallet.
   * @throws {AppError} `ramp_unavailable`
   */
  openForUser(asked: OpenForUser): Promise<{ readonly url: string; readonly expiresAt: Date }>;
  /** What a user has bought, by the invoices with which it was delivered. */
  bought(user: UserId, invoices: readonly string[]): ReturnType<typeof findBought>;
  /** Brings purchases to their end. */
  start(): Worker;
};

const HOUR_MS = 3_600_000;

/**
 * What sells bitcoin: its sessions and purchases, and behind them a processor that takes the money.
 * @throws {OperatorError} when the processor's library is not installed.
 */
export async function wireRamp(
  config: Config,
  { machine: around, paying, asking, outlet }: Bags,
  { rates, answers, webPages, isDevelopment, demo, branding }: Options,
): Promise<Ramp> {
  let chosen: Chosen | undefined;
  let network: Network | undefined;
  const stripe = config.rampProcessor === "stripe" ? await loadStripe() : undefined;
  const stripeOf = () => {
    if (stripe === undefined) throw new Error("another processor is set");
    return stripe;
  };
  const { journal, scheduler, look } = around;
  const machine: Machine = { ...around, ...asking, ...paying, journal, outlet };
  const deps: RampDeps & Machine = {
    ...machine,
    ...settingsOf(config, machine),
    onchain: {
      ...machine,
      confirmations: config.onchainConfirmations,
      onFinished: ({ id }) => followPayment(deps, id as PurchaseId),
    },
    findTokenHolder: (token) => findTokenHolder(machine, token),
    seller: sellerOf(branding.seller),
    terms: termsOf(branding),
    walletPath: walletPathOf(config),
    mac: (text, about) => machine.sealer.mac(text, about),
    rates,
    processor: () => chosen?.processor,
    lostSince: (openedAfter) => findLostSince(machine.db, openedAfter),
    identity: () => chosen?.identity,
  };
  const sandbox: SandboxDeps = { ...machine, onChanged: (event) => tell(deps, event) };
  const playing = {
    ...sandbox,
    baseUrl: machine.baseUrl,
    isOn: () => isSandbox(chosen),
    isDevelopment: () => isDevelopment() && isSandbox(chosen),
  };
  return {
    finders: [rampFinder(deps)],
    timelines: { purchase: purchaseTimelines(deps) },
    lists: [purchaseRoutes(deps)],
    api: [sessionRoutes(deps)],
    pages: !answers
      ? []
      : [
          webPages === undefined
            ? noRampPage
            : rampPage({
                assets: webPages,
                baseUrl: machine.baseUrl,
                isTestNetwork: () => network === "regtest",
                proofFor: (id, cookies) => {
                  const secret = browserSecretIn(machine.baseUrl, cookies);
                  return secret === undefined ? undefined : topPageProof(deps.mac, id, secret);
                },
                findFrame: (id) => findFrame(machine, id),
              }),
          checkoutRoutes(deps),
          processorRoutes(deps),
          sandboxRoutes(playing),
          challengePages(playing),
          ...(demo && config.web === "on"
            ? [devRampRoutes({ ...machine, isDevelopment, merchantHost: demo.merchantHost, demoKey: demo.key })]
            : []),
          simulatePages(playing),
        ],
    choose(known) {
      network = known;
      chosen = connect(chooseRamp(config, { isMainnet: known === "mainnet" }), {
        ...machine,
        sandbox,
        stripe: stripeOf,
      });
    },
    sells: () => chosen?.processor !== undefined,
    async openForUser(asked) {
      const { url, session } = await openForUser(deps, asked);
      return { url, expiresAt: session.expiresAt };
    },
    bought: (user, invoices) => findBought(deps, { user, invoices }),
    start: () =>
      together([
        ...rampLoops(deps),
        onchainLoop({ ...deps.onchain, scheduler, look }),
        ...sandboxLoops({ ...sandbox, scheduler, look }),
      ]),
  };
}

type Chosen = {
  readonly processor: PaymentProcessor | undefined;
  readonly identity: IdentityProvider | undefined;
};

function isSandbox(chosen: Chosen | undefined): boolean {
  return chosen?.processor?.name === "sandbox";
}

function connect(
  choice: RampChoice,
  deps: Machine & { readonly sandbox: SandboxDeps; readonly stripe: () => StripeAdapters },
): Chosen {
  const { sandbox } = deps;
  return {
    processor: connectProcessor(choice, { ...deps, sandbox: () => sandboxProcessor(sandbox) }),
    identity: connectIdentity(choice, { ...deps, sandbox: () => sandboxIdentity(sandbox) }),
  };
}

function settingsOf(config: Config, { capabilities }: Pick<Machine, "capabilities">) {
  const { rampFeeBasisPoints, rampFeeMinimum } = config;
  return {
    rampFees: { basisPoints: rampFeeBasisPoints, minimum: rampFeeMinimum },
    limits: { ...config.rampLimits, peoplePerNetwork: config.rampPeoplePerNetwork },
    currencies: config.rampCurrencies,
    firstCardHoldMs: config.rampFirstCardHoldHours * HOUR_MS,
    identityMs: config.rampIdentityDays * 24 * HOUR_MS,
    routeReserve: routeReserveOf(config, { capabilities }),
  };
}

/** The most that the route of a purchase may cost with this node. */
export function routeReserveOf(
  { feeFloor, feeBasisPoints }: Pick<Config, "feeFloor" | "feeBasisPoints">,
  { capabilities: { feeLimit } }: { readonly capabilities: Pick<LightningNode["capabilities"], "feeLimit"> },
): RampSettings["routeReserve"] {
  return (amount) =>
    feeLimit.kind === "none"
      ? feeLimit.reserve(msats(amount))
      : maxOf(feeFloor, basisPointsOf(msats(amount), feeBasisPoints));
}

/** What the sandbox has changed is looked at in this process at once. */
function tell(deps: RampDeps, event: ProcessorEvent): void {
  deps.scheduler.spawn("ramp.take_message", async () => await takeMessage(deps, "sandbox", event));
}

type CommandDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly config: Config;
};

/** The name of the processor of the settings, for a command that does not ask it; undefined: none is set. */
export async function findSetProcessor({
  config,
  db,
}: Pick<CommandDeps, "config" | "db">): Promise<{ readonly name: string } | undefined> {
  const { kind } = chooseRamp(config, { isMainnet: await isOnMainnet(db) });
  return kind === "none" ? undefined : { name: kind };
}

async function isOnMainnet(db: Db): Promise<boolean> {
  return (await findNode(db))?.network === "mainnet";
}

/** The processor of the settings, for a command. @throws {OperatorError} where none is set. */
export async function openProcessor({ config, ...deps }: CommandDeps): Promise<PaymentProcessor> {
  const choice = chooseRamp(config, { isMainnet: await isOnMainnet(deps.db) });
  const stripe = choice.kind === "stripe" ? await loadStripe() : undefined;
  const outbound = createOutbound({ allow: [], ownAddresses: [], clock: deps.clock });
  const sealer = {
    mac: () => {
      throw new Error("a command reads no message");
    },
  };
  const processor = connectProcessor(choice, {
    ...deps,
    outbound,
    sandbox: () => sandboxProcessor({ ...deps, sealer, onChanged: () => undefined }),
    stripe: () => {
      if (stripe === undefined) throw new Error("another processor is set");
      return stripe;
    },
  });
  if (processor !== undefined) return processor;
  throw new OperatorError("no processor is set", "Set LEYDEN_RAMP_PROCESSOR, as the service has it.");
}
