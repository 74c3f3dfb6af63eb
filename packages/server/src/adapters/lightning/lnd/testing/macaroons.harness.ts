import { randomBytes } from "node:crypto";
import { RpcError } from "./fields.harness.ts";

/** Macaroons of one node. */
export type Macaroons = {
  /** One that allows these: kinds of action (`offchain:read`), or calls (`uri:/lnrpc.Lightning/GetInfo`). */
  bake(permissions: readonly string[]): Buffer;
  /** Its root key is deleted. */
  revoke(macaroon: Uint8Array): void;
  /** @throws {RpcError} as LND refuses. */
  check(macaroon: Uint8Array, needs: readonly string[], uri: string): void;
  /** The same for what stands in the header. */
  checkHeader(header: string | undefined, needs: readonly string[], uri: string): void;
};

/** Version 2, and whose it is: LND's all begin so. */
const BEGIN = Buffer.from("\x02\x01\x03lnd", "latin1");
const IDENTIFIER = 2;
const SIGNATURE = 6;
/** Of a section: the identifier, and the caveats, of which there are none. */
const ENDS = Buffer.alloc(2);

/** What it allows stands in a macaroon in clear text, with a nonce and the name of its root key before it. */
function identifierOf(permissions: readonly string[]): Buffer {
  const actions = new Map<string, string[]>();
  for (const permission of [...new Set(permissions)].toSorted()) {
    const [entity = "", ...action] = permission.split(":");
    actions.set(entity, [...(actions.get(entity) ?? []), action.join(":")]);
  }
  const ops = [...actions].map(([entity, names]) =>
    field(3, Buffer.concat([field(1, entity), ...names.map((name) => field(2, name))])),
  );
  return Buffer.concat([Buffer.of(3), field(1, randomBytes(16)), field(2, "0"), ...ops]);
}

/** Of a message of protocol buffers. */
function field(number: number, content: string | Uint8Array): Buffer {
  return packet(number * 8 + 2, Buffer.from(content as string));
}

function packet(kind: number, content: Uint8Array): Buffer {
  const length: number[] = [];
  let rest = content.length;
  for (; rest > 127; rest = Math.floor(rest / 128)) length.push((rest % 128) + 128);
  return Buffer.concat([Buffer.of(kind, ...length, rest), content]);
}

export function createMacaroons(): Macaroons {
  const known = new Map<string, ReadonlySet<string>>();
  const revoked = new Set<string>();

  const macaroons: Macaroons = {
    bake(permissions) {
      const identifier = packet(IDENTIFIER, identifierOf(permissions));
      const macaroon = Buffer.concat([BEGIN, identifier, ENDS, packet(SIGNATURE, randomBytes(32))]);
      known.set(macaroon.toString("hex"), new Set(permissions));
      return macaroon;
    },
    revoke: (macaroon) => void revoked.add(Buffer.from(macaroon).toString("hex")),
    check(macaroon, needs, uri) {
      const hex = Buffer.from(macaroon).toString("hex");
      if (!hex.startsWith(BEGIN.toString("hex")))
        throw new RpcError(2, "cannot determine data format of binary-encoded macaroon");
      if (revoked.has(hex))
        throw new RpcError(2, "cannot retrieve macaroon: cannot get macaroon: root key with id 7 doesn't exist");
      const allowed = known.get(hex);
      if (allowed === undefined)
        throw new RpcError(2, "verification failed: signature mismatch after caveat verification");
      // With no needs at all every macaroon of the node will do, as with LND.
      if (needs.every((need) => allowed.has(need)) || allowed.has(`uri:${uri}`)) return;
      throw new RpcError(2, "permission denied");
    },
    checkHeader(header, needs, uri) {
      if (header === undefined) throw new RpcError(2, "expected 1 macaroon, got 0");
      const bad = /[^0-9a-f]/i.exec(header)?.[0];
      if (bad !== undefined) {
        const point = bad.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
        throw new RpcError(2, `encoding/hex: invalid byte: U+${point} '${bad}'`);
      }
      macaroons.check(Buffer.from(header, "hex"), needs, uri);
    },
  };
  return macaroons;
}
