/**
 * Amounts, prices and times as people read them. Text in, text out: no amount becomes a floating number that is
 * calculated with.
 */

const MSATS_PER_SAT = 1_000n;
const SATS_PER_BTC = 100_000_000n;

export type Format = ReturnType<typeof formatIn>;

export function formatIn(locale: string) {
  const whole = new Intl.NumberFormat(locale);
  const coins = new Intl.NumberFormat(locale, { minimumFractionDigits: 8 });
  return {
    /** `amount`: decimal text such as "25.00". `Intl` takes decimal text as it is. */
    money(amount: string, currency: string): string {
      const style = { style: "currency", currency } as const;
      return new Intl.NumberFormat(locale, style).format(amount as Intl.StringNumericLiteral);
    },
    /** `msats`: millisatoshis as text. Rounded down. */
    sats: (msats: string): string => whole.format(BigInt(msats) / MSATS_PER_SAT),
    btc: (msats: string): string => coins.format(btcText(msats) as Intl.StringNumericLiteral),
    time: (iso: string): string => new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(new Date(iso)),
  };
}

/** Bitcoin with 8 decimals, rounded down. */
export function btcText(msats: string): string {
  const sats = BigInt(msats) / MSATS_PER_SAT;
  return `${sats / SATS_PER_BTC}.${String(sats % SATS_PER_BTC).padStart(8, "0")}`;
}

/**
 * What a person typed as an amount, as decimal text with two decimals; undefined when it is none. A comma is a point.
 */
export function amountText(typed: string): string | undefined {
  const [, whole, decimals = ""] = /^(\d{1,7})(?:[.,](\d{0,2}))?$/.exec(typed.replaceAll(/\s/g, "")) ?? [];
  return whole === undefined ? undefined : `${BigInt(whole)}.${decimals.padEnd(2, "0")}`;
}

/** Seconds as 0:07. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The middle of a long destination left out. */
export function shortText(text: string, characters = 34): string {
  if (text.length <= characters) return text;
  const half = Math.floor((characters - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(-half)}`;
}

/** Digits of a card number in groups of four. */
export function cardNumberText(typed: string): string {
  return (
    typed
      .replaceAll(/\D/g, "")
      .slice(0, 19)
      .match(/.{1,4}/g) ?? []
  ).join(" ");
}

/** MM / YY while it is typed. */
export function expiryText(typed: string): string {
  const digits = typed.replaceAll(/\D/g, "").slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}
