import type { Clock } from "#kernel/clock.ts";
import type { Fields } from "../answers.ts";
import { beforeOrder, NotConnected, OtherNode } from "../errors.ts";
import { readAddress } from "./address.ts";
import { nodeIdOf } from "./answers.ts";
import { Broke } from "./errors.ts";
import type { NwcRequest, Session } from "./session.ts";

export type NwcLink = {
  /**
   * Sends a request and waits for the reply. What came back is from the wallet service: signed by its key.
   * @throws {NotConnected} when nothing has left.
   * @throws {Late} when it has left.
   * @throws {Refused} when the wallet service answers with an error.
   */
  call(request: NwcRequest): Promise<Fields>;
  /** The same for a request that changes nothing: when the connection breaks, it is sent once more over a new one. */
  ask(request: NwcRequest): Promise<Fields>;
  /** Public key of the wallet service, and its connection. @throws {NodeUnavailable} without one. */
  service(): Promise<{ readonly key: string } & Pick<Session, "notifies" | "life">>;
  requireNode(nodeId: string): void;
  close(): void;
};

type LinkOptions = {
  readonly clock: Clock;
  readonly credentialFile: string;
  /** Called with each notification of a payment, and at each new connection. */
  readonly onNews: (paymentHash?: string) => void;
};

/**
 * The way to a wallet service: encrypted requests and replies over a relay (NIP-47). One connection at a time, and one
 * relay: no request leaves twice. The cryptography is loaded with the first connection.
 */
export function createNwcLink({ clock, credentialFile, onNews }: LinkOptions): NwcLink {
  const end = new AbortController();
  let session: Promise<Session> | undefined;
  let required: string | undefined;

  async function open(): Promise<Session> {
    const address = await readAddress(credentialFile);
    const { begin, firstRelay } = await import("./session.ts");
    const relay = await firstRelay(address.relays, clock);
    if (end.signal.aborted) relay.close(); // while it was opened
    end.signal.addEventListener("abort", relay.close);
    relay.over.addEventListener("abort", () => end.signal.removeEventListener("abort", relay.close));
    try {
      const opened = await begin({ address, relay, clock, onNews });
      onNews();
      return opened;
    } catch (error) {
      relay.close();
      throw error;
    }
  }

  /** The connection that stands, or a new one. Callers that come together share it. */
  async function connected(): Promise<Session> {
    if (end.signal.aborted) throw new NotConnected("the connection was closed");
    session ??= open().then(
      (opened) => {
        opened.relay.over.addEventListener("abort", () => {
          session = undefined;
        });
        return opened;
      },
      (error: unknown) => {
        session = undefined;
        throw error;
      },
    );
    return await session;
  }

  async function ready(isAnybody: boolean): Promise<Session> {
    try {
      const opened = await connected();
      if (isAnybody || required === undefined || required === nodeIdOf(opened.address.service)) return opened;
    } catch (cause) {
      throw beforeOrder(cause);
    }
    throw new OtherNode("the address in LEYDEN_NODE_CREDENTIAL is of another wallet service");
  }

  const call = async (request: NwcRequest) => {
    const session = await ready(request.isAnybody === true);
    const { exchange } = await import("./session.ts");
    return await exchange(session, request, clock);
  };
  return {
    call,
    ask: (request) =>
      call(request).catch((error: unknown) => {
        if (error instanceof Broke) return call(request);
        throw error;
      }),
    async service() {
      const { address, notifies, life } = await connected();
      return { key: address.service, notifies, life };
    },
    requireNode(nodeId) {
      required = nodeId;
    },
    close: () => end.abort(),
  };
}
