/** What of a body is kept. The rule is a list of what may be kept: what a caller sends beside it may be anything. */

/** Fields whose values are kept, at every depth. A test compares both lists with the fields that requests have. */
export const SHOWN_FIELDS: ReadonlySet<string> = new Set([
  "allowedSlots",
  "amount",
  "base_currency",
  "comment",
  "description",
  "destination",
  "expiresIn",
  "gamertag",
  "host",
  "internalId",
  "invoice",
  "lnAddress",
  "lnaddress",
  "maxAmount",
  "maxFee",
  "minAmount",
  "pubkey",
  "quote_currency",
  "receiverId",
  "receiverWalletId",
  "reference_id",
  "since",
  "state",
  "successMessage",
  "type",
  "types",
]);

/** Fields that hold others. */
export const SHOWN_HOLDERS: ReadonlySet<string> = new Set(["tlvRecords", "vouchers"]);

/** Fields that are known, and whose values are left out: secrets, names of people, and what a caller made up. */
export const LEFT_OUT_FIELDS: ReadonlySet<string> = new Set([
  "claimToken",
  "code",
  "email",
  "metadata",
  "usertoken",
  "value",
]);

/** Addresses: with what follows the host they may be secrets. */
export const ADDRESS_FIELDS: ReadonlySet<string> = new Set(["callbackUrl", "return_url", "url", "webhook_url"]);

const LEFT_OUT = "[left out]";
const BODY_BYTES_MAX = 4_096;
/** Of one text. */
const VALUE_CHARACTERS = 1_000;
/** Names of fields are a caller's as well. */
const NAME_CHARACTERS = 60;

/** The body as JSON, without secrets, cut at 4 kB. Undefined when there is none. */
export function shownBody(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  return cut(JSON.stringify(shownValue(body, true)));
}

function shownValue(value: unknown, isShown: boolean): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => shownValue(item, isShown));
  if (!isShown) return LEFT_OUT;
  switch (typeof value) {
    case "string":
      return shownText(value, VALUE_CHARACTERS);
    case "number":
    case "boolean":
      return value;
    case "bigint":
      return String(value);
    case "object":
      return value instanceof Date ? value.toISOString() : shownFields(value);
    default:
      return LEFT_OUT;
  }
}

function shownFields(record: object): Record<string, unknown> {
  const fields = Object.entries(record).map(([name, value]) => [
    shownText(name, NAME_CHARACTERS),
    shownField(name, value),
  ]);
  return Object.fromEntries(fields);
}

function shownField(name: string, value: unknown): unknown {
  if (SHOWN_HOLDERS.has(name)) return shownValue(value, true);
  const isPlain = typeof value !== "object" || value === null || value instanceof Date || isList(value);
  return shownValue(value, isPlain && (SHOWN_FIELDS.has(name) || ADDRESS_FIELDS.has(name)));
}

/** Of plain values. */
function isList(value: object): boolean {
  return Array.isArray(value) && value.every((item) => typeof item !== "object");
}

/** Secrets that people put where they do not belong, and what stands for each. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  // of an address nothing but its host; the bound keeps a long text without one from being read again and again
  [/([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^\s/?#]*@)?([^\s/?#@]*)[^\s]*/gi, "$1$2/…"],
  [/ley_[A-Za-z0-9]+/g, "ley_…"],
  [/whsec_[A-Za-z0-9+/=]+/g, "whsec_…"],
  // who has an LNURL may take money with it
  [/lnurl1[a-z0-9]+/gi, "lnurl1…"],
];

/** A text without what looks like a secret of ours or an address beyond its host; with at most so many characters. */
export function shownText(text: string, charactersMax: number): string {
  const shown = SECRETS.reduce((rest, [secret, sign]) => rest.replace(secret, sign), text);
  return shown.length <= charactersMax ? shown : `${whole(shown.slice(0, charactersMax - 1))}…`;
}

/** Without half a character at its end, as a cut may leave it. */
function whole(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}

function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= BODY_BYTES_MAX) return text;
  const mark = "…";
  const kept = bytes.subarray(0, BODY_BYTES_MAX - Buffer.byteLength(mark)).toString();
  return `${kept.replace(/\uFFFD+$/, "")}${mark}`;
}
