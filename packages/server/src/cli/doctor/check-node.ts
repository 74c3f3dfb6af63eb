import {
  type BoundNode,
  differencesOf,
  type LackingRight,
  type NodeInfo,
  type NodeTrouble,
  type Permissions,
} from "#lightning";
import { about, type Fact, type Finding, ok, warning, wrong } from "./finding.ts";
import { listed } from "./words.ts";

export type NodeFacts = {
  readonly info: NodeAnswer;
  /** The node that the database belongs to; undefined before the first start, and when the database is silent. */
  readonly bound: BoundNode | undefined;
  /** Undefined: not asked, because another node answers, or none. */
  readonly permissions: Fact<Permissions | undefined> | undefined;
  /** Operators have commands for its channels and its wallet. */
  readonly hasCommands: boolean;
};

export type NodeAnswer =
  /** `why`: where it is cannot be known now. */
  | { readonly kind: "not_asked"; readonly why: string }
  | { readonly kind: "known"; readonly value: NodeInfo }
  | { readonly kind: "unknown"; readonly why: string; readonly trouble: NodeTrouble | undefined };

/** Whether the node answers, is the right one, follows the chain, and lets us do what we need. */
export function checkNode(facts: NodeFacts): readonly Finding[] {
  const { info, bound } = facts;
  if (info.kind === "not_asked")
    return [warning("node", `is not asked: ${info.why}`, "start the service, and run this again")];
  const permissions =
    facts.permissions === undefined
      ? []
      : about("permissions", facts.permissions, (found) => rights(found, facts.hasCommands));
  if (info.kind === "unknown") return [silent(info), ...permissions];
  const differences = bound === undefined ? [] : differencesOf(bound, info.value);
  if (differences.length > 0)
    return [
      wrong(
        "node",
        `another node answers in place of the one of this service: ${differences.join("; ")}`,
        "bring the right node back, or put this one in its place: `leyden node replace`; nothing is sent to it",
      ),
    ];
  const { nodeId, network, version } = info.value;
  return [
    ok("node", `${nodeId}${version === undefined ? "" : ` (${version})`} answers`),
    ok("network", bound === undefined ? `${network}; the first start ties the service to it` : network),
    ...unfit(info.value),
    chain(info.value),
    ...graph(info.value),
    ...permissions,
  ];
}

const TROUBLES: Readonly<Record<NodeTrouble, readonly [says: string, todo: string]>> = {
  down: [
    "does not answer",
    "start it, and see its own log; check host and port in LEYDEN_NODE, with NWC the relay in LEYDEN_NODE_CREDENTIAL",
  ],
  starting: ["does not serve yet", "wait; when it stays see its own log"],
  locked: ["is locked: it waits for its password", "unlock it with its own command"],
  certificate: [
    "has another certificate than the one in LEYDEN_NODE_CERT",
    "copy its certificate there again if it was made anew; if it was not, find out who answers in its place",
  ],
  credential: [
    "does not take the credential in LEYDEN_NODE_CREDENTIAL",
    "make another credential with the node's own command, and write it to that file",
  ],
  permission: [
    "does not let us do what is needed: the credential in LEYDEN_NODE_CREDENTIAL lacks a permission",
    "make a credential with all that the node's guide in docs/nodes names, and write it to that file",
  ],
  limited: [
    "takes no further call with the credential in LEYDEN_NODE_CREDENTIAL now: it allows so many in a time",
    "make a credential without such a limit, and write it to that file; what waits goes on by itself meanwhile",
  ],
  file: [
    "is not asked, because a file that it takes cannot be used",
    "see that LEYDEN_NODE_CERT and LEYDEN_NODE_CREDENTIAL name the right files, and that this user may read them",
  ],
  stranger: [
    "is not what answers at LEYDEN_NODE",
    "name the host and the port of the node's own interface there; when a proxy stands before it see whether it runs",
  ],
};

function silent({ why, trouble }: Extract<NodeAnswer, { kind: "unknown" }>): Finding {
  if (trouble === undefined)
    return wrong("node", `gives no answer: ${why}`, "see its own log; check its address in the settings");
  const [says, todo] = TROUBLES[trouble];
  return wrong("node", `${says} (${why})`, todo);
}

function unfit({ unfit }: NodeInfo): readonly Finding[] {
  return unfit === undefined ? [] : [warning("backend", unfit.says, unfit.todo)];
}

function chain({ synced, blockHeight }: NodeInfo): Finding {
  return synced
    ? ok("chain", `the node follows it at block ${blockHeight}`)
    : wrong(
        "chain",
        `the node does not follow it yet: it is at block ${blockHeight}, and nothing is sent`,
        "wait; when the block stands still see the logs of the node and of what gives it the chain",
      );
}

/** None where nothing is wrong with it, or the backend does not say. */
function graph({ knowsGraph }: NodeInfo): readonly Finding[] {
  if (knowsGraph !== false) return [];
  return [
    warning(
      "graph",
      "the node has not heard yet which channels others have: it may find no way to a recipient, and payments fail",
      "wait; when it stays, get the node connected to more peers, and see that it is told to ask them",
    ),
  ];
}

/** One line for the service, one for the operator's commands, one for what is never needed. */
function rights(permissions: Permissions | undefined, hasCommands: boolean): readonly Finding[] {
  if (permissions === undefined) return [ok("permissions", "the node does not say what our credential may do")];
  const { lacking, needless, isHidden, remake } = permissions;
  if (isHidden === true) return [hidden(remake)];
  const lacks = (use: LackingRight["neededFor"]) => lacking.filter(({ neededFor }) => neededFor === use);
  return [
    serviceRights(lacks("service"), lacks("onchain"), remake),
    ...(hasCommands ? [commandRights(lacks("operator"), remake)] : []),
    ...(needless.length === 0 ? [] : [tooMany(needless, remake)]),
  ];
}

type Remake = Permissions["remake"];

function hidden(remake: Remake): Finding {
  return warning(
    "permissions",
    "the credential may not ask the node what it may do: what it lacks, and what a thief could do with it, cannot be seen",
    withAll(remake),
  );
}

const NEEDLESS_SHOWN = 12;

function tooMany(needless: readonly string[], remake: Remake): Finding {
  const lines =
    remake && `: for the service alone \`${remake.service}\`, with the operator's commands \`${remake.commands}\``;
  return warning(
    "needless rights",
    `the credential may also do what is never needed: ${listed(needless, NEEDLESS_SHOWN)}`,
    `make one without them, with which a thief can do that much less${lines ?? ""}`,
  );
}

function commandRights(operator: readonly LackingRight[], remake: Remake): Finding {
  if (operator.length === 0) return ok("for commands", "the credential may do all that the operator's commands need");
  return warning("for commands", lackingWords(operator), withAll(remake));
}

function serviceRights(service: readonly LackingRight[], onchain: readonly LackingRight[], remake: Remake): Finding {
  const todo = credentialTodo(remake?.service);
  if (service.length > 0) return wrong("permissions", lackingWords(service), todo);
  if (onchain.length > 0)
    return warning("permissions", lackingWords(onchain), `${todo}; nothing, if you pay no addresses of the chain`);
  return ok("permissions", "the credential may do all that payments and receipts need");
}

/** Rights that the same things fail without stand together. */
function lackingWords(lacking: readonly LackingRight[]): string {
  const byWhat = Map.groupBy(lacking, ({ stops }) => stops);
  const parts = [...byWhat].map(([stops, rights]) => `${rights.map(({ name }) => name).join(", ")} (fails: ${stops})`);
  return `the credential lacks ${parts.join("; ")}`;
}

const withAll = (remake: Remake) => credentialTodo(remake?.commands);

function credentialTodo(line: string | undefined): string {
  const made =
    line === undefined ? "take one with all rights (phoenixd: http-password of phoenix.conf)" : `\`${line}\``;
  return `${made}, and write it to the file of LEYDEN_NODE_CREDENTIAL`;
}
