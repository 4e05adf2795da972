import type { Config } from '../config/config.ts';

type LinkConfig = Pick<Config, 'PUBLIC_URL' | 'HTTP_PORT'>;

/** The URL of the page where a user sets a new password; see SESSION-10. */
export const resetLink = (config: LinkConfig, token: string): string => consoleLink(config, '/change-password', token);

/** The URL of a page of the console with a one-time token, for mails. */
export function consoleLink({ PUBLIC_URL, HTTP_PORT }: LinkConfig, path: `/${string}`, token: string): string {
  const url = new URL(`${baseOf({ PUBLIC_URL, HTTP_PORT })}${path}`);
  url.searchParams.set('token', token);
  return url.href;
}

/** The same for text messages, in few characters. The token is the fragment, which browsers send to no server. */
export const shortLink = (config: LinkConfig, path: `/${string}`, token: string): string =>
  `${baseOf(config)}${path}#${token}`;

/** The address of a path of the product, as browsers and other programs reach it. */
export const publicAddress = (config: LinkConfig, path: `/${string}`): string => `${baseOf(config)}${path}`;

const baseOf = ({ PUBLIC_URL, HTTP_PORT }: LinkConfig): string =>
  (PUBLIC_URL ?? `http://localhost:${HTTP_PORT}`).replace(/\/+$/, '');
