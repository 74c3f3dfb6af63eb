/** What all pages have. */
export const common = {
  common_account: "Your account",
  common_copied: "Copied",
  common_copy: "Copy",
  common_copy_select: "Select and copy",
  common_foot_imprint: "Imprint",
  common_foot_privacy: "Privacy",
  common_foot_software: "Made with {software}",
  common_foot_support: "Help",
  common_foot_terms: "Terms",
  common_language: "Language",
  common_language_use: "Change",
  common_log_out: "Log out",
  common_qr: "QR code for a Lightning wallet",
  common_skip: "Skip to content",
} as const;
