import type { common as english } from "../en/common.ts";
import type { Translated } from "../message.ts";

export const common: Translated<typeof english> = {
  common_account: "Dein Konto",
  common_copied: "Kopiert",
  common_copy: "Kopieren",
  common_copy_select: "Markieren und kopieren",
  common_foot_imprint: "Impressum",
  common_foot_privacy: "Datenschutz",
  common_foot_software: "Mit {software} gemacht",
  common_foot_support: "Hilfe",
  common_foot_terms: "Bedingungen",
  common_language: "Sprache",
  common_language_use: "Ändern",
  common_log_out: "Abmelden",
  common_qr: "QR-Code für eine Lightning-Wallet",
  common_skip: "Zum Inhalt springen",
};
