/** What all pages have. */
export const common = {
  common_account: "Your account",
  common_language: "Language",
  common_language_use: "Change",
  common_log_out: "Log out",
  common_skip: "Skip to content",
} as const;
