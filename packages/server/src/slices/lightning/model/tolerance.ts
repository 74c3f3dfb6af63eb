/**
 * Below this, or a hundredth of the books where that is more, a difference is small: fees of channels that nobody has
 * booked yet, and what a node counts a satoshi too high. In msats. Ours.
 */
const SMALL_MSATS = 10_000_000n;

/** How far node and books may be apart, in msats. `inFlight`: what the node may have paid already. */
export function toleranceOf({ books, inFlight }: { readonly books: bigint; readonly inFlight: bigint }): bigint {
  const hundredth = books / 100n;
  return inFlight + (hundredth > SMALL_MSATS ? hundredth : SMALL_MSATS);
}
