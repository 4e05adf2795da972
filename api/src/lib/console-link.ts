import type { Config } from '../config.ts';

type Place = Pick<Config, 'PUBLIC_URL' | 'HTTP_PORT'>;

/** The page where a forgotten password is replaced; see SESSION-10. */
export const resetLink = (config: Place, token: string): string => consoleLink(config, '/change-password', token);

/** A page of the console with a one-time token, as mails lead to it. */
export function consoleLink({ PUBLIC_URL, HTTP_PORT }: Place, path: `/${string}`, token: string): string {
  const base = PUBLIC_URL ?? `http://localhost:${HTTP_PORT}`;
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`);
  url.searchParams.set('token', token);
  return url.href;
}
