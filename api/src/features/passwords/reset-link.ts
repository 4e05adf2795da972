import type { Config } from '../../config.ts';

/** The page where a forgotten password is set anew (decision 14). */
export function resetLink({ PUBLIC_URL, HTTP_PORT }: Pick<Config, 'PUBLIC_URL' | 'HTTP_PORT'>, token: string): string {
  const base = PUBLIC_URL ?? `http://localhost:${HTTP_PORT}`;
  const url = new URL(`${base.replace(/\/+$/, '')}/change-password`);
  url.searchParams.set('token', token);
  return url.href;
}
