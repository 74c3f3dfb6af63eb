import { buildAssets } from "@leyden/web";
import { connectIdentity } from "#adapters/identity/choose.ts";
import { chooseRamp, connectProcessor, type RampChoice } from "#adapters/processors/choose.ts";
import type { Config } from "#config.ts";
import { basisPointsOf, maxOf, msats } from "#kernel/money.ts";
import type { LightningNode, Network } from "#lightning";
import type { RoutesPlugin } from "#platform/http/index.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import type { Sealer } from "#platform/secrets/seal.ts";
import {
  findFrame,
  type IdentityProvider,
  type PaymentProcessor,
  type ProcessorEvent,
  type PurchaseId,
  type RampSettings,
  type Rates,
  type SellDeps,
  takeMessage,
} from "#ramp";
import { type SandboxDeps, sandboxIdentity, sandboxProcessor } from "#sandbox";
import { onchainLoop } from "#slices/onchain/jobs.ts";
import { followPayment, rampLoops } from "#slices/ramp/jobs.ts";
import { type RampAssets, rampPage } from "#slices/ramp/pages.ts";
import {
  type CheckoutRoutesDeps,
  checkoutRoutes,
  devRampRoutes,
  processorRoutes,
  type SessionRoutesDeps,
} from "#slices/ramp/routes.ts";
import { sandboxLoops } from "#slices/sandbox/jobs.ts";
import { challengePages, simulatePages } from "#slices/sandbox/pages.ts";
import { sandboxRoutes } from "#slices/sandbox/routes.ts";
import { together, type Worker } from "./worker.ts";

type Machine = Omit<
  CheckoutRoutesDeps,
  "rates" | "processor" | "identity" | "routeReserve" | "mac" | "onchain" | keyof RampSettings
> & { readonly sealer: Sealer; readonly outbound: Outbound; readonly node: LightningNode };

type Options = {
  readonly rates: Rates;
  /** This process answers requests: it needs the built page. */
  readonly answers: boolean;
  readonly isDevelopment: () => boolean;
  readonly demoKey: () => string | undefined;
  readonly merchantHost: string;
};

type Ramp = {
  /** What the API of sessions needs. */
  readonly deps: SessionRoutesDeps;
  readonly routes: readonly RoutesPlugin[];
  /**
   * Chooses who takes the money, once the network of the node is known.
   * @throws {OperatorError} when the settings do not fit the network.
   */
  choose(network: Network): void;
  /** Brings purchases to their end. */
  start(): Worker;
};

const HOUR_MS = 3_600_000;

/** What sells bitcoin: its sessions and purchases, and behind them a processor that takes the money. */
export async function wireRamp(
  config: Config,
  machine: Machine,
  { rates, answers, ...development }: Options,
): Promise<Ramp> {
  let chosen: Chosen | undefined;
  const deps: SellDeps & Machine & { mac: CheckoutRoutesDeps["mac"] } = {
    ...machine,
    ...settingsOf(config, machine),
    onchain: {
      ...machine,
      confirmations: config.onchainConfirmations,
      onFinished: ({ id }) => followPayment(deps, id as PurchaseId),
    },
    mac: (text, about) => machine.sealer.mac(text, about),
    rates,
    processor: () => chosen?.processor,
    identity: () => chosen?.identity,
  };
  const sandbox: SandboxDeps = { ...machine, onChanged: (event) => tell(deps, event) };
  const playing = {
    ...sandbox,
    baseUrl: machine.baseUrl,
    isDevelopment: () => development.isDevelopment() && isSandbox(chosen),
  };
  return {
    deps: { ...deps, outbound: machine.outbound },
    routes: !answers
      ? []
      : [
          rampPage({
            assets: await assetsOf(machine),
            baseUrl: machine.baseUrl,
            findFrame: (id) => findFrame(machine, id),
          }),
          checkoutRoutes(deps),
          processorRoutes(deps),
          sandboxRoutes(sandbox),
          challengePages(playing),
          simulatePages(playing),
          devRampRoutes({ ...machine, ...development }),
        ],
    choose(network) {
      chosen = connect(chooseRamp(config, { isMainnet: network === "mainnet" }), { ...machine, sandbox });
    },
    start: () =>
      together([
        ...rampLoops(deps),
        onchainLoop({ ...deps.onchain, scheduler: machine.scheduler }),
        ...sandboxLoops({ ...sandbox, scheduler: machine.scheduler }),
      ]),
  };
}

/** Built at the first start, and after each change of its sources. */
async function assetsOf({ log }: Pick<Machine, "log">): Promise<RampAssets> {
  return await buildAssets({ say: (text) => log.info({ text }, "ramp.build_progressed") });
}

type Chosen = {
  readonly processor: PaymentProcessor | undefined;
  readonly identity: IdentityProvider | undefined;
};

function isSandbox(chosen: Chosen | undefined): boolean {
  return chosen?.processor?.name === "sandbox";
}

function connect(choice: RampChoice, deps: Machine & { readonly sandbox: SandboxDeps }): Chosen {
  const { sandbox } = deps;
  return {
    processor: connectProcessor(choice, { ...deps, sandbox: () => sandboxProcessor(sandbox) }),
    identity: connectIdentity(choice, { ...deps, sandbox: () => sandboxIdentity(sandbox) }),
  };
}

function settingsOf(config: Config, { capabilities }: Pick<Machine, "capabilities">) {
  const { feeFloor, feeBasisPoints, rampFeeBasisPoints, rampFeeMinimum } = config;
  const { feeLimit } = capabilities;
  return {
    rampFees: { basisPoints: rampFeeBasisPoints, minimum: rampFeeMinimum },
    limits: { ...config.rampLimits, peoplePerNetwork: config.rampPeoplePerNetwork },
    currencies: config.rampCurrencies,
    firstCardHoldMs: config.rampFirstCardHoldHours * HOUR_MS,
    identityMs: config.rampIdentityDays * 24 * HOUR_MS,
    routeReserve: (amount: bigint) =>
      feeLimit.kind === "none"
        ? feeLimit.reserve(msats(amount))
        : maxOf(feeFloor, basisPointsOf(msats(amount), feeBasisPoints)),
  };
}

/** What the sandbox has changed is looked at in this process at once. */
function tell(deps: SellDeps, event: ProcessorEvent): void {
  deps.scheduler.spawn("ramp.take_message", async () => await takeMessage(deps, "sandbox", event));
}
