/** Made from packages/server/openapi.json by `npm run openapi`. Do not change it by hand. */
export interface paths {
    readonly "/v0/ln-address/send-payment": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pay a Lightning address
         * @description Reserves amount and fee limit, asks the recipient's server for an invoice and pays it. Waits up to 25 s until it is finished (`Prefer: wait=N`); a payment that is still `processing` finishes by itself: read it until it is final, and do not pay again. With an `Idempotency-Key` a repeated request answers the same payment.
         *
         *     A recipient's server on a private address is called only when `LEYDEN_OUTBOUND_ALLOW` names its `host:port`.
         */
        readonly post: operations["sendLightningAddressPayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/payments/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a payment
         * @description By its id or by its payment hash (64 hexadecimal digits).
         */
        readonly get: operations["getPayment"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/payments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List payments
         * @description Newest first.
         */
        readonly get: operations["listPayments"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/charges": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List charges
         * @description Newest first.
         */
        readonly get: operations["listCharges"];
        readonly put?: never;
        /**
         * Make an invoice
         * @description Makes a BOLT 11 invoice and watches it. What is paid is credited to the project's wallet, also when it is too much, too late, or a second time. With an `Idempotency-Key` a repeated request answers the same charge.
         */
        readonly post: operations["createCharge"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/charges/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a charge
         * @description With what came in so far.
         */
        readonly get: operations["getCharge"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/wallet": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the wallet
         * @description The wallet of the project whose key the request has.
         */
        readonly get: operations["getWallet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Payment: {
            /** Format: uuid */
            readonly id: string;
            /** @description What the route took; `0` until the payment has completed. */
            readonly fee: string;
            /** @constant */
            readonly unit: "msats";
            /** @description Millisatoshis. */
            readonly amount: string;
            /** @description BOLT 11; null until it is known and for an internal recipient. */
            readonly invoice: string | null;
            /** @description Proof of payment, 64 hexadecimal digits; its SHA-256 is the payment hash. */
            readonly preimage: string | null;
            /** Format: uuid */
            readonly walletId: string;
            /** Format: uuid */
            readonly transactionId: string;
            readonly lnAddress: string;
            readonly callbackUrl: string | null;
            readonly internalId: string | null;
            readonly comment: string | null;
            readonly processedAt: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** @enum {string} */
            readonly status: "processing" | "completed" | "failed";
            /** @description Why nothing was paid; only when `status` is `failed`. */
            readonly failure?: {
                readonly code: string;
                readonly message: string;
            };
            /** @description Only while the payment is processing: why, when it is checked next, and when it is finished at the latest if the Lightning node answers (null: before the recipient's invoice is known). */
            readonly statusDetail?: {
                readonly reason: string;
                /** Format: date-time */
                readonly nextCheckAt: string;
                readonly finishedBy: string | null;
            };
        };
        readonly Failure: {
            /** @constant */
            readonly success: false;
            /** @description What to do, in plain words. */
            readonly message: string;
            readonly error: {
                /** @description Stable. One of the codes of the error catalogue. */
                readonly code: string;
                readonly message: string;
                /** @description What is wrong, field by field. */
                readonly details?: readonly {
                    readonly field: string;
                    readonly issue: string;
                }[];
                /** @description The same as in the header `X-Request-Id`. */
                readonly request_id: string;
                /**
                 * Format: uri
                 * @description The code in the error catalogue.
                 */
                readonly doc_url: string;
            };
            /** @description Fields of the body that the request does not have; they were ignored. */
            readonly warnings?: readonly {
                readonly field: string;
                readonly issue: string;
            }[];
        };
        readonly Charge: {
            /** Format: uuid */
            readonly id: string;
            /** @constant */
            readonly unit: "msats";
            /** @description Millisatoshis. */
            readonly amount: string;
            readonly description: string;
            /** @enum {string} */
            readonly status: "pending" | "completed" | "expired";
            readonly invoice: {
                /** @description BOLT 11. */
                readonly request: string;
                /** @description The same, for a link or a QR code. */
                readonly uri: string;
            };
            /** @description What came in, in millisatoshis: more than `amount` when the payer overpaid or paid twice. All of it is in the wallet. */
            readonly received: string;
            /** Format: uuid */
            readonly walletId: string;
            readonly callbackUrl: string | null;
            readonly internalId: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            readonly confirmedAt: string | null;
        };
        readonly Wallet: {
            /** @constant */
            readonly unit: "msats";
            /** @description What may be spent: amounts that are reserved for pending payments are not in it. */
            readonly balance: string;
        };
    };
    responses: {
        /** @description - `body_too_large`: Keep the body below 64 KiB. */
        readonly body_too_large: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "body_too_large";
                    };
                };
            };
        };
        /** @description - `unsupported_media_type`: Send `Content-Type: application/json`. */
        readonly unsupported_media_type: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "unsupported_media_type";
                    };
                };
            };
        };
        /** @description - `invalid_key`: Send a valid project key in the `apikey` header. `leyden key create` makes one. */
        readonly invalid_key: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "invalid_key";
                    };
                };
            };
        };
        /** @description - `idempotency_mismatch`: This Idempotency-Key was used with another body. Use a new key for a new request. */
        readonly idempotency_mismatch: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "idempotency_mismatch";
                    };
                };
            };
        };
        /** @description - `internal_error`: A bug in Leyden. Report it with the `request_id`. Read the payment before you send it again. */
        readonly internal_error: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "internal_error";
                    };
                };
            };
        };
        /** @description - `invalid_input`: Correct the fields named in `details` and send the request again. */
        readonly invalid_input: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "invalid_input";
                    };
                };
            };
        };
        /** @description - `payment_not_found`: The wallet has no such payment. */
        readonly payment_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "payment_not_found";
                    };
                };
            };
        };
        /** @description - `rate_limited`: Wait for the seconds in `Retry-After`. */
        readonly rate_limited: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "rate_limited";
                    };
                };
            };
        };
        /** @description - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`. */
        readonly unavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "unavailable";
                    };
                };
            };
        };
        /** @description - `charge_not_found`: The wallet has no such charge. */
        readonly charge_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "charge_not_found";
                    };
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Names this request in our log. */
        readonly "X-Request-Id": string;
        /** @description Requests a minute. */
        readonly "RateLimit-Limit": number;
        /** @description Requests left in this minute. */
        readonly "RateLimit-Remaining": number;
        /** @description Seconds until the minute ends. */
        readonly "RateLimit-Reset": number;
        /** @description Seconds to wait before another try. */
        readonly "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly sendLightningAddressPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
                /** @description `wait=N`: answer after at most N seconds (0 to 60, default 25) even if the end is not known yet. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Lightning address, or an LNURL in bech32. */
                    readonly lnAddress: string;
                    /** @description Millisatoshis. A string of digits; an integer is accepted too. */
                    readonly amount: string | number;
                    /** @description Sent to recipients that take comments (LUD-12). */
                    readonly comment?: string | null;
                    /** @description Yours; echoed. */
                    readonly internalId?: string | null;
                    /** @description An http or https address; echoed. It is not called yet. */
                    readonly callbackUrl?: string | null;
                    /** @description The most the route may cost, up to the project's ceiling. */
                    readonly maxFee?: string | number;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Payment"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send the amount in millisatoshis as a string of digits, for example "1500".
             *     - `insufficient_funds`: The wallet holds less than amount and fee limit together; `details` has both.
             *     - `limit_exceeded`: A spending limit of the wallet would be exceeded; `details` has what each limit leaves in msats: `daily` for 24 hours, `weekly` for 7 days, `monthly` for 30 days.
             *     - `receive_limit_exceeded`: The wallet may not hold this much more.
             *     - `address_not_found`: The recipient's server does not know this Lightning address.
             *     - `address_unreachable`: The recipient's server did not answer as LNURL-pay requires. Try again later.
             *     - `amount_out_of_range`: The recipient takes only the amounts that the message names.
             *     - `comment_too_long`: Shorten the comment to what the recipient takes.
             *     - `invoice_invalid`: The recipient's server gave an invoice that does not match the request.
             *     - `final_cltv_too_large`: The recipient's invoice asks for more blocks at the last hop than we allow (288).
             *     - `invoice_expired`: The invoice expired before it could be paid. Make a new payment.
             *     - `invoice_in_use`: Another payment of the same invoice is pending.
             *     - `invoice_already_paid`: This invoice was paid before.
             *     - `self_payment`: Payer and recipient are the same wallet.
             *     - `no_route`: No route to the recipient with enough liquidity was found. Try a smaller amount or later.
             *     - `fee_limit`: Every route costs more than the fee limit. Raise `maxFee`.
             *     - `recipient_rejected`: The recipient's node refused the payment.
             *     - `node_unavailable`: The Lightning node could not send. Nothing was paid; try again later.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly data?: components["schemas"]["Payment"];
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "insufficient_funds" | "limit_exceeded" | "receive_limit_exceeded" | "address_not_found" | "address_unreachable" | "amount_out_of_range" | "comment_too_long" | "invoice_invalid" | "final_cltv_too_large" | "invoice_expired" | "invoice_in_use" | "invoice_already_paid" | "self_payment" | "no_route" | "fee_limit" | "recipient_rejected" | "node_unavailable";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            /**
             * @description - `too_many_pending`: Wait until some of the pending payments are finished.
             *     - `rate_limited`: Wait for the seconds in `Retry-After`.
             */
            readonly 429: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "too_many_pending" | "rate_limited";
                        };
                    };
                };
            };
            readonly 500: components["responses"]["internal_error"];
            /**
             * @description - `sending_paused`: Sending is paused; the message says by what. Nothing was reserved. Try again later.
             *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
             */
            readonly 503: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "sending_paused" | "unavailable";
                        };
                    };
                };
            };
        };
    };
    readonly getPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Payment"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            readonly 404: components["responses"]["payment_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listPayments: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: readonly components["schemas"]["Payment"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listCharges: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: readonly components["schemas"]["Charge"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createCharge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Millisatoshis. A string of digits; an integer is accepted too. */
                    readonly amount: string | number;
                    /** @description Shown to the payer; at most 639 bytes of UTF-8. */
                    readonly description: string;
                    readonly expiresIn?: number | null;
                    /** @description Yours; echoed. */
                    readonly internalId?: string | null;
                    /** @description An http or https address; echoed. It is not called yet. */
                    readonly callbackUrl?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Charge"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send the amount in millisatoshis as a string of digits, for example "1500".
             *     - `receive_limit_exceeded`: The wallet may not hold this much more.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "receive_limit_exceeded";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getCharge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Charge"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            readonly 404: components["responses"]["charge_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getWallet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Wallet"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
}
