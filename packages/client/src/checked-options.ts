type Names = Readonly<Record<string, true>>;
/** The names of the options of a type, all of them. */
export type NamesOf<Options> = { readonly [Name in keyof Options]-?: true };

/** Where the options stand among the arguments of a method, and which it has. */
type Row<At extends number, Options, Answer> = {
  readonly at: At;
  readonly names: NamesOf<NonNullable<Options>>;
} & (Answer extends Promise<unknown> ? object : { readonly isList: true });

type RowOf<Args extends readonly unknown[], Answer> = Args extends readonly [options?: infer Options]
  ? Row<0, Options, Answer>
  : Args extends readonly [unknown, options?: infer Options]
    ? Row<1, Options, Answer>
    : Args extends readonly [unknown, unknown?, options?: infer Options]
      ? Row<2, Options, Answer>
      : never;

/** A row for each method, and the option names that its type has: one that is missing here does not compile. */
export type OptionsOf<Member> = Member extends (...args: infer Args) => infer Answer
  ? RowOf<Args, Answer>
  : { readonly [Name in keyof Member]: OptionsOf<Member[Name]> };

type Method = (...args: readonly unknown[]) => unknown;
type AnyRow = { readonly at: number; readonly names: Names; readonly isList?: true };

/**
 * The same methods, which refuse an option that they do not have before anything is sent. Without it a program in plain
 * JavaScript that writes `idempotency_key` would pay with a random key. What resolves rejects with the TypeError; what
 * is read in a loop throws it at once.
 */
export function checkingOptions<Member extends object>(member: Member, options: OptionsOf<Member>, path = ""): Member {
  const checked = typeof member === "function" ? checkedMethod(member as never, options as never, path) : undefined;
  if (checked !== undefined) return checked as never;
  const within = (name: string) => (path === "" ? name : `${path}.${name}`);
  const entries = Object.entries(member as Readonly<Record<string, object>>);
  const rows = options as Readonly<Record<string, never>>;
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, checkingOptions(inner, rows[name] as never, within(name))]),
  ) as Member;
}

function checkedMethod(method: Method, { at, names, isList }: AnyRow, path: string): Method {
  const call: Method = (...args) => {
    checkNames(path, args[at], names);
    return method(...args);
  };
  return isList ? call : async (...args) => await call(...args);
}

/** @throws {TypeError} when `options` is no object, or has a name that is not among `names`. */
export function checkNames(of: string, options: unknown, names: Names): void {
  if (options === undefined) return;
  const known = Object.keys(names).join(", ");
  if (typeof options !== "object" || options === null)
    throw new TypeError(`the options of ${of} must be an object; it takes ${known}`);
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(names, name));
  if (unknown.length > 0) throw new TypeError(`${of} has no option ${unknown.join(", ")}; it takes ${known}`);
}
