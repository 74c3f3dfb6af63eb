import { type Msats, sats } from "#kernel/money.ts";
import { LANGUAGES } from "#texts/language.ts";
import { address, list, oneOf, optional, whole } from "./config-values.ts";

const LANGUAGES_NAMED = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(
  LANGUAGES.map((language) => `\`${language}\``),
);

/** Settings about what the operator is told by mail. */
export const NOTICE_SETTINGS = {
  operatorEmails: {
    name: "LEYDEN_OPERATOR_EMAIL",
    about:
      "Your e-mail addresses, separated by commas: they are told of pauses, webhooks that fail, backups that are old and `LEYDEN_LOW_BALANCE_SAT`, once when it begins and once when it is over. Without it nobody is told.",
    fallback: "",
    read: list(address),
  },
  language: {
    name: "LEYDEN_LANGUAGE",
    about: `Language of these mails: ${LANGUAGES_NAMED}.`,
    fallback: "en",
    read: oneOf(...LANGUAGES),
  },
  lowLightning: {
    name: "LEYDEN_LOW_BALANCE_SAT",
    about: "The operator is told when the channels of the node can send less than this many sat in all.",
    fallback: "",
    read: optional((text: string): Msats => sats(BigInt(whole(1, 999_999_999)(text)))),
  },
} as const;
