/** What a person is told that can do something about it, and pages that say what went wrong. */
export const failures = {
  failure_code_digits: "Type the digits of the mail.",
  failure_code_expired: "This code is too old. Ask for another one.",
  failure_code_last: "This is not the code, and it was the last try. Ask for another code.",
  failure_code_none: "No code was sent for this browser. Ask for one.",
  failure_code_short:
    "Many wrong codes were shown lately, so this one is too short by now. Ask for another one: it is longer.",
  failure_code_spent: "This code was tried too often. Ask for another one.",
  failure_code_wrong: {
    one: "This is not the code. You have one more try.",
    other: "This is not the code. You have {count} more tries.",
  },
  failure_codes_many: "You had many codes sent to this address lately. Try again in {wait}, or log in another way.",
  failure_codes_many_address: "This address got many codes lately. Try again in {wait}, or log in another way.",
  failure_codes_many_network:
    "Your network asked for codes for many addresses lately. Try again in {wait}, or log in another way.",
} as const;
