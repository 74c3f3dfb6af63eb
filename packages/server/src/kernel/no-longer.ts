/** The reason of an abort that nobody reads: without one the runtime makes an exception with its stack. */
export const NO_LONGER = "no longer waited for";
