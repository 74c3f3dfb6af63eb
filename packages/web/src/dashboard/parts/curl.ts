/** A call as a person would make it with curl. */
export type CurlCall = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
};

/** A line that a shell of POSIX reads as the same call, byte for byte. */
export function curlOf({ method, url, headers, body }: CurlCall): string {
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quotedHeader(name, value)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`]),
  ];
  return parts.join(" \\\n  ");
}

/** A call of the API of this installation with a key: a reading one, or with a body one that makes something. */
export function apiCurl(origin: string, path: string, body?: object): string {
  const url = origin + path;
  const key = ["apikey", KEY_VARIABLE] as const;
  if (body === undefined) return curlOf({ method: "GET", url, headers: [key] });
  const headers = [key, ["content-type", "application/json"] as const];
  return curlOf({ method: "POST", url, headers, body: JSON.stringify(body) });
}

/** Read as it stands by the shell, whatever is in it: what is no plain word stands in quotes. */
export function quoted(text: string): string {
  return /^[\w./:~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What stands for a key is a variable of the shell, so that nobody types a key into a command. */
function quotedHeader(name: string, value: string): string {
  return value === KEY_VARIABLE ? `"${name}: ${value}"` : quoted(`${name}: ${value}`);
}

export const KEY_VARIABLE = "$LEYDEN_KEY";
