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
