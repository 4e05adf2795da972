type LinkConfig = { PUBLIC_URL?: string | undefined; HTTP_PORT: number };

/** See SESSION-10. */
export const resetLink = (config: LinkConfig, token: string): string => consoleLink(config, '/change-password', token);

export function consoleLink({ PUBLIC_URL, HTTP_PORT }: LinkConfig, path: `/${string}`, token: string): string {
  const url = new URL(`${publicUrl({ PUBLIC_URL, HTTP_PORT })}${path}`);
  url.searchParams.set('token', token);
  return url.href;
}

/** The same for text messages, in few characters. The token is the fragment, which browsers send to no server. */
export const shortLink = (config: LinkConfig, path: `/${string}`, token: string): string =>
  `${publicUrl(config)}${path}#${token}`;

export const publicAddress = (config: LinkConfig, path: `/${string}`): string => `${publicUrl(config)}${path}`;

/** Without a slash at the end. Never taken from a request, whose Host can be forged. */
export const publicUrl = ({ PUBLIC_URL, HTTP_PORT }: LinkConfig): string =>
  (PUBLIC_URL ?? `http://localhost:${HTTP_PORT}`).replace(/\/+$/, '');
