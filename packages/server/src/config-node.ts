import { resolve } from "node:path";
import { Mistake, optional } from "./config-values.ts";

/** The schemes that a node of one's own may have. */
const SCHEMES = {
  lnd: { port: 8080, hasCertificate: true },
  cln: { port: 3010, hasCertificate: true },
  phoenixd: { port: 9740, hasCertificate: false },
  nwc: { port: undefined, hasCertificate: false },
} as const;

/** Where the operator's node answers, without a secret. For NWC the file of the credential says it. */
export type NodeSetting =
  | { readonly scheme: "lnd" | "cln" | "phoenixd"; readonly host: string; readonly port: number }
  | { readonly scheme: "nwc" };

/** Settings about the Lightning node. */
export const NODE_SETTINGS = {
  node: {
    name: "LEYDEN_NODE",
    about:
      "Your own Lightning node: `lnd://127.0.0.1:8080`, `cln://127.0.0.1:3010` (clnrest), `phoenixd://127.0.0.1:9740` or `nwc:`. No secret stands in it. Without it an embedded network runs, whose coins are worth nothing.",
    fallback: "",
    read: optional(nodeSetting),
  },
  nodeCert: {
    name: "LEYDEN_NODE_CERT",
    about:
      "File with the certificate of that node, for `lnd` and `cln`: LND's `tls.cert`, clnrest's `server.pem`. It is read at each new connection.",
    fallback: "",
    read: optional((text: string) => resolve(text)),
  },
  nodeCredential: {
    name: "LEYDEN_NODE_CREDENTIAL",
    about:
      "File with what that node lets us in by: a macaroon of LND, a rune of Core Lightning, the password of phoenixd, the `nostr+walletconnect://` address of NWC. Its mode should be 600.",
    fallback: "",
    read: optional((text: string) => resolve(text)),
  },
  acceptRealMoney: {
    name: "LEYDEN_ACCEPT_REAL_MONEY",
    about:
      "`yes`: you have read what the first start on mainnet says about what can be lost, and want it. Without it that start asks at a terminal, and elsewhere ends. Later starts do not ask.",
    fallback: "",
    read: optional((text: string) => {
      if (text !== "yes") throw new Mistake("must be `yes`, or left out");
      return true;
    }),
  },
} as const;

function nodeSetting(text: string): NodeSetting {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const scheme = (Object.keys(SCHEMES) as (keyof typeof SCHEMES)[]).find((name) => url?.protocol === `${name}:`);
  if (url === undefined || scheme === undefined)
    throw new Mistake("must be `lnd://host:port`, `cln://host:port`, `phoenixd://host:port` or `nwc:`");
  const rest = url.pathname.replace(/^\/$/, "") + url.search + url.hash;
  if (url.username !== "" || url.password !== "" || rest !== "")
    throw new Mistake(
      "must have a host and a port and nothing else: secrets are in the file of LEYDEN_NODE_CREDENTIAL",
    );
  if (scheme === "nwc") {
    if (url.host !== "")
      throw new Mistake("must be `nwc:` alone: its address is in the file of LEYDEN_NODE_CREDENTIAL");
    return { scheme };
  }
  const { port } = SCHEMES[scheme];
  if (url.hostname === "") throw new Mistake(`must name a host: \`${scheme}://127.0.0.1:${port}\``);
  return { scheme, host: url.hostname, port: url.port === "" ? port : Number(url.port) };
}

type NodeFiles = {
  readonly node: NodeSetting | undefined;
  readonly nodeCert: string | undefined;
  readonly nodeCredential: string | undefined;
};

/** What does not fit together, a sentence each. */
export function nodeMistakes({ node, nodeCert, nodeCredential }: NodeFiles): readonly string[] {
  const { node: name, nodeCert: cert, nodeCredential: credential } = NODE_SETTINGS;
  if (node === undefined)
    return [
      ...(nodeCert === undefined ? [] : [`${cert.name} is set and ${name.name} is not`]),
      ...(nodeCredential === undefined ? [] : [`${credential.name} is set and ${name.name} is not`]),
    ];
  const { scheme } = node;
  const { hasCertificate } = SCHEMES[scheme];
  return [
    ...(nodeCredential === undefined ? [`${credential.name} must be set for ${scheme}`] : []),
    ...(hasCertificate && nodeCert === undefined ? [`${cert.name} must be set for ${scheme}`] : []),
    ...(!hasCertificate && nodeCert !== undefined ? [`${cert.name} is not for ${scheme}`] : []),
  ];
}
