import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LoginOutcome } from '@belfry/schemas/http/accounts/auth';
import type { Config } from '../../config/config.ts';
import { readCookie, setCookie } from '../../http/cookies.ts';
import { Reply, type Wire } from '../../http/routes/route.ts';
import { createKey } from '../../lib/keys.ts';

const COOKIE = 'belfry-known';
const KEPT_S = 180 * 86_400;
const PEOPLE_MAX = 5;
/** `USER.BROWSER.EXPIRES.SIGNATURE`, one for each person. */
const ENTRY = /^(\d{1,10})\.([\w-]{43})\.(\d{1,11})\.([\w-]{43})$/;

type CookieConfig = Pick<Config, 'PUBLIC_URL' | 'SERVICE_SECRET'>;
type Known = { userId: number; browser: string; expires: number };

const sign = (secret: string, { userId, browser, expires }: Known): Buffer =>
  createHmac('sha256', secret).update(`known-browser:${userId}:${browser}:${expires}`).digest();

const textOf = (secret: string, browser: Known): string =>
  `${browser.userId}.${browser.browser}.${browser.expires}.${sign(secret, browser).toString('base64url')}`;

function readKnown(config: CookieConfig, header: string | undefined): Known[] {
  const entries = readCookie(config, COOKIE, header).split('~', PEOPLE_MAX);
  return entries.flatMap((entry) => {
    const [, userId, browser = '', expires, signature = ''] = ENTRY.exec(entry) ?? [];
    const claim = { userId: Number(userId), browser, expires: Number(expires) };
    const isGenuine =
      userId !== undefined &&
      timingSafeEqual(sign(config.SERVICE_SECRET, claim), Buffer.from(signature, 'base64url')) &&
      claim.expires * 1_000 > Date.now();
    return isGenuine ? [claim] : [];
  });
}

export const findKnownPeople = (config: CookieConfig, header: string | undefined): number[] =>
  readKnown(config, header).map(({ userId }) => userId);

export const findKnownBrowser = (config: CookieConfig, header: string | undefined, userId: number): string | null =>
  readKnown(config, header).find((entry) => entry.userId === userId)?.browser ?? null;

/**
 * The answer of a sign-in with the cookie by which its browser is known to this person from now on. It opens nothing: attempts of this browser
 * are counted apart from those of strangers.
 */
export function rememberBrowser<Outcome extends Wire<LoginOutcome>>(
  config: CookieConfig,
  header: string | undefined,
  outcome: Outcome,
): Reply<Outcome> {
  if (!('user_key' in outcome)) return Reply.of(outcome);
  return Reply.of(outcome, { headers: rememberPerson(config, header, outcome.id) });
}

export function rememberPerson(
  config: CookieConfig,
  header: string | undefined,
  userId: number,
): Record<'Set-Cookie', string> {
  const entries = readKnown(config, header);
  const own = entries.find((entry) => entry.userId === userId);
  const expires = Math.floor(Date.now() / 1_000) + KEPT_S;
  const renewed = { userId, browser: own?.browser ?? createKey(), expires };
  const value = [renewed, ...entries.filter((entry) => entry !== own)]
    .slice(0, PEOPLE_MAX)
    .map((entry) => textOf(config.SERVICE_SECRET, entry))
    .join('~');
  return { 'Set-Cookie': setCookie(config, { name: COOKIE, value, maxAgeS: KEPT_S }) };
}
