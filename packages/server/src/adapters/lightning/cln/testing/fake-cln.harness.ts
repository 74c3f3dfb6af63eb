import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { machineClock } from "#platform/machine/clock.ts";
import { type SaidClock, sayClock } from "../../conformance/said-clock.harness.ts";
import { type Certificates, OWN_CERTIFICATES } from "./certificates.harness.ts";
import { createFakePaying, type FakePlan, spendableIn } from "./fake-paying.harness.ts";
import { createFakeReceiving } from "./fake-receiving.harness.ts";
import { checkRune, makeRune, type Restrictions } from "./fake-rune.harness.ts";
import { CAPACITY, emptyState, FakeError, type FakeState, writeJson } from "./fake-state.harness.ts";

type Params = Readonly<Record<string, unknown>>;
type Answer = { readonly status: number; readonly body: unknown };

/** What becomes of a call of a command, where a test says so. */
export type FakeLine =
  /** The command is done and its answer never comes. */
  | { readonly kind: "hang" }
  /** The connection breaks after the command was done, or before the node has it. */
  | { readonly kind: "cut"; readonly when: "before" | "after" }
  | { readonly kind: "late"; readonly ms: number }
  /** The rune does not allow it now, in these words: the command is not done. */
  | { readonly kind: "refuse"; readonly words: string }
  /** This instead of the answer. */
  | { readonly kind: "say"; readonly status: number; readonly text: string }
  /** The answer, changed. */
  | { readonly kind: "change"; readonly change: (body: unknown) => unknown };

const PEER = `02${"79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"}`;
const CHANNEL_ID = "2c383675809577b343f57acbea98d51dd913817874a3b621173f3fe2ea519c45";
const FUNDING = "6958d6b2c23a79254dfd48b9b3d2a357c8c12c52a8bbd90bf48bd04e55996368";
const CLOSING = "f8042b0e29badb6450d57a8065a9c05d1a86cb8cd43d775d23bd3c8e3d180bd7";

export type FakeCln = Awaited<ReturnType<typeof startFakeCln>>;

/** A Core Lightning node that speaks as clnrest does, with one channel and a route that charges fees. */
export async function startFakeCln({ certificates = OWN_CERTIFICATES }: { readonly certificates?: Certificates } = {}) {
  let [state, key, secret]: [FakeState, Uint8Array, string] = [emptyState(), randomBytes(32), newSecret()];
  const nodeId = () => bytesToHex(secp256k1.getPublicKey(key));
  const paying = createFakePaying(() => state);
  const receiving = createFakeReceiving({ state: () => state, key: () => key });
  const sockets = new Set<Socket>();
  const folder = await mkdtemp(join(tmpdir(), "leyden-cln-"));
  const fake = {
    port: 0,
    certFile: join(folder, "server.pem"),
    credentialFile: join(folder, "rune"),
    paying,
    receiving,
    /** For the next commands to pay, in order; without one they go as they should. */
    plans: [] as FakePlan[],
    /** For the next calls of a command. */
    lines: new Map<string, FakeLine[]>(),
    /** Commands as they arrived, with their parameters. */
    calls: [] as { readonly command: string; readonly params: Params }[],
    /** Settled ones, in the order of their change. */
    forwards: [] as { readonly updated_index: bigint; readonly fee_msat: bigint; readonly resolved_time: number }[],
    /** In their order; `created_index` is their place. */
    chainMoves: [] as Record<string, unknown>[],
    /** What its answers say of its clock; undefined: this machine's. */
    clockSays: undefined as SaidClock | undefined,
    /** Fields of `getinfo` and of its channel that a test changes. */
    info: {} as Record<string, unknown>,
    channel: {} as Record<string, unknown>,
    state: () => state,
    nodeId,
    rune: (restrictions: Restrictions = []) => makeRune(secret, restrictions),
    writeRune: (rune: string) => writeFile(fake.credentialFile, `${rune}\n`, { mode: 0o600 }),
    /** Every connection breaks; HTLCs, invoices and lists are there again. */
    restart() {
      paying.endCommands();
      for (const socket of sockets) socket.destroy();
    },
    /** The same at the wrong instant: payments stay pending of which no channel has an HTLC. */
    kill() {
      for (const part of state.parts) part.inChannel = false;
      fake.restart();
    },
    /** The call that is returned puts the database back as it is now. */
    keep() {
      const kept = structuredClone(state);
      return () => {
        state = structuredClone(kept);
        fake.restart();
      };
    },
    /** Another node at the same address, with the same certificate. */
    becomeOther() {
      [state, key, secret] = [emptyState(), randomBytes(32), newSecret()];
      fake.restart();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await rm(folder, { recursive: true });
    },
  };

  const commands: Readonly<Record<string, (params: Params) => unknown>> = {
    getinfo: () => ({
      id: nodeId(),
      alias: "cln",
      version: "v26.06.6",
      blockheight: state.height,
      network: "regtest",
      num_active_channels: 1,
      fees_collected_msat: 0,
      ...fake.info,
    }),
    listpeerchannels: () => ({ channels: [channelOf(state, fake.channel)] }),
    listclosedchannels: () => ({ closedchannels: state.closedChannels }),
    listfunds: () => ({
      outputs: [
        {
          txid: FUNDING,
          output: 0,
          amount_msat: 44_998_686_000n,
          status: "confirmed",
          blockheight: 800,
          reserved: false,
        },
        { txid: CHANNEL_ID, output: 1, amount_msat: 7_000_000n, status: "spent", reserved: false },
      ],
      channels: [],
    }),
    xpay: (params) => paying.xpay(params, fake.plans.shift() ?? {}),
    listsendpays: paying.listsendpays,
    listpays: paying.listpays,
    wait: () => ({ subsystem: "sendpays", updated: state.partsChanged }),
    invoice: receiving.invoice,
    listinvoices: receiving.listinvoices,
    delinvoice: receiving.delinvoice,
    waitanyinvoice: receiving.waitanyinvoice,
    listchainmoves: ({ index, start = 0, limit = Number.MAX_SAFE_INTEGER }) => {
      if (index !== "created") throw new Error("a list that no test has asked for");
      const moves = fake.chainMoves.map((one, i) => ({ created_index: i + 1, ...one }));
      return { chainmoves: moves.slice(Number(start) - 1).slice(0, Number(limit)) };
    },
    listforwards: ({ status, index, start = 0, limit = Number.MAX_SAFE_INTEGER }) => {
      if (status !== "settled" || index !== "updated") throw new Error("a list that no test has asked for");
      const later = fake.forwards.filter(({ updated_index }) => updated_index >= BigInt(Number(start)));
      return { forwards: later.slice(0, Number(limit)).map((one) => ({ status, ...one })) };
    },
    staticbackup: () => ({ scb: [`0000000000000001${CHANNEL_ID}${PEER}017f000001`] }),
    checkrune: ({ rune, method, params = {} }) => {
      checkRune(secret, String(rune), String(method), params as Params);
      return { valid: true };
    },
  };

  async function answerOf(command: string, rune: string | undefined, params: Params): Promise<Answer> {
    if (rune === undefined) return failed(403, new FakeError(1_501, "Not authorized: Missing rune"));
    try {
      checkRune(secret, rune, command, params);
    } catch (error) {
      return failed(401, error as FakeError);
    }
    const run = commands[command];
    if (run === undefined) return failed(404, new FakeError(-32_601, `Unknown command '${command}'`));
    try {
      return { status: 201, body: await run(params) };
    } catch (error) {
      if (error instanceof FakeError) return failed(500, error);
      throw error;
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const command = request.url?.replace(/^\/v1\//, "") ?? "";
    const params = JSON.parse(Buffer.concat(await request.toArray()).toString("utf8") || "{}") as Params;
    const line = fake.lines.get(command)?.shift();
    if (line?.kind === "cut" && line.when === "before") return void request.socket.destroy();
    fake.calls.push({ command, params });
    const answer =
      line?.kind === "refuse"
        ? failed(401, new FakeError(1_502, `Not permitted: ${line.words}`))
        : await answerOf(command, request.headers["rune"]?.toString(), params);
    sayClock(response, fake.clockSays);
    if (line?.kind === "cut") return void request.socket.destroy();
    if (line?.kind === "hang") return;
    if (line?.kind === "late") await machineClock.sleep(line.ms);
    if (line?.kind === "say") return void response.writeHead(line.status).end(line.text);
    const body = line?.kind === "change" ? line.change(answer.body) : answer.body;
    response.writeHead(answer.status, { "content-type": "application/json" }).end(writeJson(body));
  }

  const server = createServer({ key: certificates.key, cert: certificates.server }, (request, response) => {
    handle(request, response).catch((error) => response.destroy(error));
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  fake.port = (server.address() as AddressInfo).port;
  await writeFile(fake.certFile, certificates.server);
  await fake.writeRune(fake.rune());
  return fake;
}

function failed(status: number, { code, message, data }: FakeError): Answer {
  return { status, body: { code, message, ...(data !== undefined && { data }) } };
}

function newSecret(): string {
  return randomBytes(32).toString("hex");
}

function channelOf(state: FakeState, changes: Readonly<Record<string, unknown>>) {
  return {
    peer_id: PEER,
    peer_connected: true,
    reestablished: true,
    state: "CHANNELD_NORMAL",
    scratch_txid: CLOSING,
    lost_state: false,
    channel_id: CHANNEL_ID,
    funding_txid: FUNDING,
    funding_outnum: 1,
    channel_type: { bits: [12, 22], names: ["static_remotekey/even", "anchors/even"] },
    private: false,
    opener: "local",
    to_us_msat: state.toUs,
    total_msat: CAPACITY,
    their_max_htlc_value_in_flight_msat: 18_446_744_073_709_551_615n,
    spendable_msat: spendableIn(state),
    receivable_msat: CAPACITY - state.toUs,
    max_accepted_htlcs: 483,
    state_changes: [{ old_state: "CHANNELD_AWAITING_LOCKIN", new_state: "CHANNELD_NORMAL", cause: "remote" }],
    status: ["CHANNELD_NORMAL:Channel ready for use."],
    htlcs: state.parts
      .filter(({ inChannel }) => inChannel)
      .map((part) => ({
        direction: "out",
        id: part.index,
        amount_msat: part.sent,
        expiry: part.expiry,
        payment_hash: part.paymentHash,
        state: "SENT_ADD_ACK_REVOCATION",
      })),
    ...changes,
  };
}
