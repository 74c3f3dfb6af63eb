/** The operator's terms, and accepting them. */
export const terms = {
  terms_accept: "Accept and go on",
  terms_account: "your account",
  terms_by_going_on: "By going on you accept the {terms}.",
  terms_changed_title: "The terms have changed",
  terms_changed_what: "{name} has other {terms} now ({version}). Accept them to go on.",
  terms_link: "terms of the service",
  terms_not_now: "Not now? Your money stays reachable in {account}.",
  terms_title: "Terms of the service",
  terms_what: "{name} has {terms} ({version}). Accept them to go on.",
} as const;
