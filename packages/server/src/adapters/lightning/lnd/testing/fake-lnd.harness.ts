import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import type { Counterparty } from "../../conformance/counterparty.harness.ts";
import { type SaidClock, sayClock } from "../../conformance/said-clock.harness.ts";
import { makeCertificate } from "./certificate.harness.ts";
import type { Fault } from "./faults.harness.ts";
import { RpcError } from "./fields.harness.ts";
import { invoiceRpcs } from "./invoice-rpcs.harness.ts";
import { createMacaroons, type Macaroons } from "./macaroons.harness.ts";
import { nodeRpcs } from "./node-rpcs.harness.ts";
import { createParts, type LndParts, type NodeState } from "./parts.harness.ts";
import { paymentRpcs } from "./payment-rpcs.harness.ts";
import type { DatabaseKind } from "./payments.harness.ts";
import { createRecipients } from "./recipients.harness.ts";
import { type Arrived, type Rpc, restListener } from "./rest.harness.ts";
import { walletRpcs } from "./wallet-rpcs.harness.ts";

/**
 * An LND in memory behind a real socket: its REST interface with certificate and macaroons, as lnd 0.21.3 was seen to
 * answer. It does what tests ask of it: dies, hangs, cuts, starts, goes back to an older state, is another node.
 */
export type FakeLnd = {
  readonly address: {
    readonly host: string;
    readonly port: number;
    readonly certFile: string;
    readonly credentialFile: string;
  };
  /** The node that is there now. */
  readonly now: LndParts;
  readonly counterparty: Counterparty;
  readonly macaroons: Macaroons;
  /** Calls that have arrived, in order, also those that were refused. */
  readonly calls: Arrived[];
  /** Connections that were opened so far. */
  connections: number;
  state: NodeState;
  /** What its answers say of its clock; undefined: this machine's. */
  clockSays: SaidClock | undefined;
  /**
   * What becomes of a new connection: `silent` takes it and says nothing, `shut` ends it at once. Both are before TLS.
   */
  door: "open" | "silent" | "shut";
  /** What goes wrong with the next calls of this name (`SendPaymentV2`), one each. */
  next(name: string, ...faults: readonly Fault[]): void;
  /** What goes wrong with every call of this name. */
  always(name: string, fault: Fault | undefined): void;
  /** Writes another macaroon into the file of the credential, which allows this. */
  allow(permissions: readonly string[]): Promise<Buffer>;
  /** Another certificate: in the file too, unless `isKeptSecret`. */
  renewCertificate(options?: { readonly names?: readonly string[]; readonly isKeptSecret?: boolean }): Promise<void>;
  /** Dies without warning: nothing listens any more. */
  kill(): void;
  /** Stops in good order. */
  shutDown(): Promise<void>;
  /** Starts again after either. */
  start(state?: NodeState): Promise<void>;
  restart(): Promise<void>;
  /** Keeps its records as they are now; what is returned puts them back: the node was restored from a copy. */
  keep(): () => void;
  /** Another node stands behind the address: another key, nothing known, and it takes the same macaroon. */
  replace(): Promise<void>;
  stop(): Promise<void>;
};

export type FakeLndOptions = {
  readonly clock: Clock;
  readonly database?: DatabaseKind;
  readonly permissions?: readonly string[];
  /** Of its wallet, in satoshis. */
  readonly coins?: readonly bigint[];
};

/** What an LND's admin macaroon allows. */
export const ALL_PERMISSIONS = [
  ...["address", "info", "invoices", "macaroon", "message", "offchain", "onchain", "peers", "signer"].flatMap(
    (entity) => [`${entity}:read`, `${entity}:write`],
  ),
  ...["macaroon:generate", "signer:generate"],
];

const COINS = Array<bigint>(3).fill(1_000_000n);

/** A node needs seconds to start. A client has seen by then that its connections ended. */
const NOTICED_MS = 30;

const NOT_READY: Readonly<Partial<Record<NodeState, string>>> = {
  WAITING_TO_START: "waiting to start, RPC services not available",
  LOCKED: "wallet locked, unlock it to enable full RPC access",
  UNLOCKED: "the RPC server is in the process of starting up, but not yet ready to accept calls",
};

export async function createFakeLnd(options: FakeLndOptions): Promise<FakeLnd> {
  const { clock, database = "bbolt", permissions = ALL_PERMISSIONS, coins = COINS } = options;
  const folder = await mkdtemp(join(tmpdir(), "leyden-lnd-"));
  const [certFile, credentialFile] = [join(folder, "tls.cert"), join(folder, "leyden.macaroon")];
  const certificate = await makeCertificate();
  await writeFile(certFile, certificate.cert);
  const macaroons = createMacaroons();
  await writeFile(credentialFile, macaroons.bake(permissions), { mode: 0o600 });
  const recipients = createRecipients(clock);
  const planned = new Map<string, Fault[]>();
  const lasting = new Map<string, Fault>();
  const make = () =>
    createParts({ clock, database, recipients, macaroons, coins, state: () => lnd.state, die: () => lnd.kill() });
  let parts = make();
  let rpcs = rpcsOf(parts);

  const admit = ({ uri, needs }: Rpc, macaroon: string | undefined) => {
    if (uri.endsWith("/GetState")) return;
    const words = NOT_READY[lnd.state];
    if (words !== undefined) throw new RpcError(2, words);
    macaroons.checkHeader(macaroon, needs, uri);
  };
  const listener = restListener({
    rpcs: () => rpcs,
    admit,
    onCall: (call) => void lnd.calls.push(call),
    faultOf: (name) => planned.get(name)?.shift() ?? lasting.get(name),
  });
  const secure = createSecureServer(certificate, (request, response) => {
    sayClock(response, lnd.clockSays);
    listener(request, response);
  });
  secure.on("tlsClientError", () => undefined);
  secure.keepAliveTimeout = 60_000;
  const sockets = new Set<Socket>();
  const door = createServer((socket) => {
    lnd.connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    if (lnd.door === "shut") socket.destroy();
    if (lnd.door === "open") secure.emit("connection", socket);
  });
  /** Ends all connections. By the end clients know it. */
  const hangUp = async () => {
    for (const socket of sockets) socket.destroy();
    await clock.sleep(NOTICED_MS);
  };
  const listen = async (port: number) => {
    door.listen(port, "127.0.0.1");
    await once(door, "listening");
    return (door.address() as AddressInfo).port;
  };
  const port = await listen(0);

  const lnd: FakeLnd = {
    address: { host: "127.0.0.1", port, certFile, credentialFile },
    get now() {
      return parts;
    },
    counterparty: {
      nodeId: async () => recipients.nodeId,
      invoice: async (draft) => recipients.invoice(draft),
      settle: async (hash) => parts.payments.settle(bytesToHex(hash)),
      async fail(hash) {
        const recipient = recipients.known.get(bytesToHex(hash));
        if (recipient !== undefined) recipient.isCancelled = true;
        parts.payments.giveBack(bytesToHex(hash));
      },
      isHeld: async (hash) => parts.payments.isHeld(bytesToHex(hash)),
      receivedMsats: async (hash) => recipients.known.get(bytesToHex(hash))?.received ?? 0n,
      pay: async (invoice) => parts.invoices.pay(invoice),
    },
    macaroons,
    calls: [],
    connections: 0,
    state: "SERVER_ACTIVE",
    clockSays: undefined,
    door: "open",
    next(name, ...faults) {
      planned.set(name, [...(planned.get(name) ?? []), ...faults]);
    },
    always(name, fault) {
      if (fault === undefined) lasting.delete(name);
      else lasting.set(name, fault);
    },
    async allow(allowed) {
      const macaroon = macaroons.bake(allowed);
      await writeFile(credentialFile, macaroon);
      return macaroon;
    },
    async renewCertificate({ names, isKeptSecret = false } = {}) {
      const renewed = await makeCertificate(names);
      secure.setSecureContext(renewed);
      if (!isKeptSecret) await writeFile(certFile, renewed.cert);
      await hangUp();
    },
    kill() {
      door.close();
      for (const socket of sockets) socket.destroy();
      parts.payments.died();
      parts.invoices.died();
    },
    async shutDown() {
      parts.shutDown();
      await new Promise((resolve) => setImmediate(resolve));
      lnd.kill();
    },
    async start(state = "SERVER_ACTIVE") {
      if (door.listening) throw new Error("the node runs");
      lnd.state = state;
      parts.payments.started();
      await listen(port);
    },
    async restart() {
      lnd.kill();
      await hangUp();
      await lnd.start();
    },
    keep() {
      const back = [parts.payments.keep(), parts.invoices.keep()];
      return () => {
        for (const put of back) put();
      };
    },
    async replace() {
      parts = make();
      rpcs = rpcsOf(parts);
      await hangUp();
    },
    async stop() {
      lnd.kill();
      secure.closeAllConnections();
      await rm(folder, { recursive: true });
    },
  };
  return lnd;
}

function rpcsOf(parts: LndParts): readonly Rpc[] {
  const all: readonly Rpc[] = [
    ...nodeRpcs(parts, () => all),
    ...paymentRpcs(parts),
    ...invoiceRpcs(parts),
    ...walletRpcs(parts),
  ];
  return all;
}
