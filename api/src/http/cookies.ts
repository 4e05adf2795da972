import type { Config } from '../config/config.ts';

type CookieConfig = Pick<Config, 'PUBLIC_URL'>;

const isSecure = ({ PUBLIC_URL }: CookieConfig): boolean => PUBLIC_URL?.startsWith('https:') ?? false;

/** With the prefix, no other host of the same domain can set it. */
const nameOf = (config: CookieConfig, name: string): string => (isSecure(config) ? `__Host-${name}` : name);

/** Scripts do not read the cookie. */
export const setCookie = (
  config: CookieConfig,
  { name, value, maxAgeS }: { name: string; value: string; maxAgeS: number },
): string =>
  [
    `${nameOf(config, name)}=${value}`,
    'Path=/',
    `Max-Age=${maxAgeS}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(config) ? ['Secure'] : []),
  ].join('; ');

export function readCookie(config: CookieConfig, name: string, header: string | undefined): string {
  const start = `${nameOf(config, name)}=`;
  return (
    header
      ?.split('; ')
      .find((text) => text.startsWith(start))
      ?.slice(start.length) ?? ''
  );
}
