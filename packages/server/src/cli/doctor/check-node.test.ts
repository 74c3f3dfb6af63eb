import { describe, expect, it } from "vitest";
import type { BoundNode, LackingRight, NodeInfo, NodeTrouble, Permissions } from "#lightning";
import { checkNode, type NodeFacts } from "./check-node.ts";
import { type Expected, expectFindings } from "./table.harness.ts";

const INFO: NodeInfo = {
  nodeId: "02aa",
  network: "mainnet",
  version: "a node 1.2",
  instanceId: undefined,
  synced: true,
  blockHeight: 900_000,
  htlcSlots: undefined,
  usableChannels: 1,
  sendable: undefined,
  receivable: undefined,
};
const BOUND = { nodeId: "02aa", network: "mainnet", instanceId: "ours" } as BoundNode;
const FACTS: NodeFacts = {
  info: { kind: "known", value: INFO },
  bound: BOUND,
  permissions: undefined,
  hasCommands: true,
};

const saying = (changes: Partial<NodeInfo>): Partial<NodeFacts> => ({
  info: { kind: "known", value: { ...INFO, ...changes } },
});
const silent = (trouble: NodeTrouble | undefined): Partial<NodeFacts> => ({
  info: { kind: "unknown", why: "in its words", trouble },
});
const allowed = (permissions: Partial<Permissions> | undefined): Partial<NodeFacts> => ({
  permissions: {
    kind: "known",
    value: permissions && { lacking: [], needless: [], ...permissions },
  },
});
const lacks = (name: string, neededFor: LackingRight["neededFor"], stops = `${name}ing`) => ({
  name,
  neededFor,
  stops,
});
const remake = { service: "bake a b", commands: "bake a b c" };

describe("the node", () => {
  it.each<[string, Partial<NodeFacts>, readonly Expected[]]>([
    [
      "answers, is ours, and follows the chain",
      {},
      [
        ["node", "ok", "02aa", "a node 1.2"],
        ["network", "ok", "mainnet"],
        ["chain", "ok", "900000"],
      ],
    ],
    ["answers before the first start", { bound: undefined }, [["network", "ok", "the first start"]]],
    ["says no version", saying({ version: undefined as never }), [["node", "ok", "02aa answers"]]],
    ["follows the chain only later", saying({ synced: false }), [["chain", "wrong", "block 900000"]]],
    ["knows the graph", saying({ knowsGraph: true }), [["chain", "ok"]]],
    [
      "has not heard of the graph",
      saying({ knowsGraph: false }),
      [
        ["chain", "ok"],
        ["graph", "warning", "no way"],
      ],
    ],
    [
      "is a backend that is not fit for it",
      saying({ unfit: { says: "it says too little", todo: "use another one" } }),
      [["backend", "warning", "it says too little", "use another one"]],
    ],
    ["is another one", saying({ nodeId: "03bb" }), [["node", "wrong", "another node", "03bb"]]],
    ["is on another network", saying({ network: "signet" }), [["node", "wrong", "signet", "mainnet"]]],
    ["has another store", saying({ instanceId: "theirs" }), [["node", "wrong", "another data folder"]]],
    ["is down", silent("down"), [["node", "wrong", "does not answer", "in its words", "LEYDEN_NODE"]]],
    ["is starting", silent("starting"), [["node", "wrong", "not serve yet", "in its words", "wait"]]],
    ["is locked", silent("locked"), [["node", "wrong", "locked", "unlock"]]],
    ["has another certificate", silent("certificate"), [["node", "wrong", "another certificate", "LEYDEN_NODE_CERT"]]],
    ["refuses the credential", silent("credential"), [["node", "wrong", "credential", "LEYDEN_NODE_CREDENTIAL"]]],
    ["takes no more calls now", silent("limited"), [["node", "wrong", "so many in a time", "without such a limit"]]],
    [
      "lets the credential do too little",
      { ...silent("permission"), ...allowed({ lacking: [lacks("list", "service")] }) },
      [
        ["node", "wrong", "lacks a permission", "in its words", "LEYDEN_NODE_CREDENTIAL"],
        ["permissions", "wrong", "list"],
        ["for commands", "ok"],
      ],
    ],
    [
      "has a file that cannot be read",
      silent("file"),
      [["node", "wrong", "a file", "in its words", "this user may read"]],
    ],
    ["is not what answers", silent("stranger"), [["node", "wrong", "not what answers", "in its words", "a proxy"]]],
    ["is silent, and why is not known", silent(undefined), [["node", "wrong", "in its words", "its address"]]],
    ["is not asked", { info: { kind: "not_asked", why: "no service runs" } }, [["node", "warning", "no service runs"]]],
  ])("%s", (_, changes, expected) => {
    expectFindings(checkNode({ ...FACTS, ...changes }), expected);
  });

  it("another one is all that is said", () => {
    expect(checkNode({ ...FACTS, ...saying({ nodeId: "03bb" }), ...allowed({ needless: ["all"] }) })).toHaveLength(1);
  });
});

describe("the credential", () => {
  it.each<[string, Partial<NodeFacts>, readonly Expected[]]>([
    [
      "may do what is needed",
      allowed({}),
      [
        ["permissions", "ok", "payments and receipts"],
        ["for commands", "ok"],
      ],
    ],
    [
      "lacks what the service needs",
      allowed({ lacking: [lacks("pay", "service", "payments"), lacks("coins", "onchain")], remake }),
      [
        ["permissions", "wrong", "lacks pay (fails: payments) -> `bake a b`, and write", "LEYDEN_NODE_CREDENTIAL"],
        ["for commands", "ok"],
      ],
    ],
    [
      "lacks what the service needs, and there is one kind of it alone",
      allowed({ lacking: [lacks("pay", "service", "payments")] }),
      [["permissions", "wrong", "pay (fails: payments)", "http-password"]],
    ],
    [
      "lacks what addresses of the chain need",
      allowed({ lacking: [lacks("coins", "onchain", "the chain"), lacks("fund", "onchain", "the chain")], remake }),
      [
        ["permissions", "warning", "lacks coins, fund (fails: the chain)", "`bake a b`", "no addresses of the chain"],
        ["for commands", "ok"],
      ],
    ],
    [
      "lacks what commands need",
      allowed({ lacking: [lacks("list", "operator", "`node list`"), lacks("export", "operator")], remake }),
      [
        ["permissions", "ok"],
        ["for commands", "warning", "list (fails: `node list`); export (fails: exporting)", "`bake a b c`"],
      ],
    ],
    [
      "may do too much",
      allowed({ needless: ["close", "shell"], remake }),
      [["needless rights", "warning", "close, shell", "alone `bake a b`, with the operator's commands `bake a b c`"]],
    ],
    [
      "may do everything",
      allowed({ needless: Array.from({ length: 60 }, (_, i) => `call${i}`) }),
      [["needless rights", "warning", "call0, call1", "call11 and 48 more", "make one without"]],
    ],
    [
      "may not ask what it may do",
      allowed({ isHidden: true, remake }),
      [["permissions", "warning", "may not ask", "cannot be seen", "`bake a b c`"]],
    ],
    ["has no commands", { ...allowed({}), hasCommands: false }, [["permissions", "ok"]]],
    ["cannot be looked at", allowed(undefined), [["permissions", "ok", "does not say"]]],
    [
      "could not be asked for",
      { permissions: { kind: "unknown", why: "no answer" } },
      [["permissions", "warning", "no answer"]],
    ],
  ])("%s", (_, changes, expected) => {
    expectFindings(checkNode({ ...FACTS, ...changes }), expected);
  });
});
