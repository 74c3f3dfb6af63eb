/** A way to show that one is a user of this service. */
export type Method = (typeof METHODS)[number];

export const METHODS = ["email", "passkey", "password", "totp", "lightning", "recovery"] as const;

/**
 * Names for tokens (RFC 8176, section 2), in order of the alphabet. A code by e-mail, an authenticator app's and a
 * recovery code are one-time passwords; passkeys and wallets prove that they have a key. `mfa`: two methods, or a
 * passkey, whose device asks for a finger or a PIN.
 */
export function amrOf(methods: readonly Method[]): readonly string[] {
  const names = methods.map((method) => AMR[method]);
  const isMultiFactor = new Set(methods).size > 1 || methods.includes("passkey");
  return [...new Set([...names, ...(isMultiFactor ? ["mfa"] : [])])].sort();
}

const AMR: Readonly<Record<Method, string>> = {
  email: "otp",
  passkey: "pop",
  password: "pwd",
  totp: "otp",
  lightning: "pop",
  recovery: "otp",
};

export function isMethod(text: string): text is Method {
  return METHODS.some((method) => method === text);
}
