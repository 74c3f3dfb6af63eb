/** The reason of an abort whose error is not read: without a reason the runtime makes an exception with its stack. */
export const NO_LONGER = "no longer waited for";
