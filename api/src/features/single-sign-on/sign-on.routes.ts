import { domainOf } from '@belfry/schemas/http/single-sign-on/domain';
import { SIGN_ON_TTL_MS, signOnHttp } from '@belfry/schemas/http/single-sign-on/sign-on';
import type { Request } from 'express';
import type { Deps } from '../../deps.ts';
import { countAttempt, perAddress } from '../../http/rate-limit/rate-limit.ts';
import { Reply } from '../../http/routes/route.ts';
import { publicAddress } from '../../lib/console-link.ts';
import { createKey } from '../../lib/keys.ts';
import { readCookie, setCookie } from '../../http/cookies.ts';
import { serve } from '../../serve.ts';
import { findKnownPeople, rememberBrowser } from '../accounts/index.ts';
import { logOutByProvider } from './back-channel-logout.ts';
import { problemOf } from './problems.ts';
import { findOffered } from './providers.repository.ts';
import { exchangeSignOn, finishSignOn, startSignOn } from './sign-on.service.ts';

const OFFERS_PER_ADDRESS = { hits: 600, windowSeconds: 15 * 60 };
const OFFERED_MAX = 6;
const COOKIE = 'belfry-sign-on';
const COOKIE_VALUE = /^[\w-]{43}$/;

export const signOnRoutes = [
  serve(signOnHttp.offered, { access: 'public' }, async ({ deps, query, ip }) => {
    await countAttempt(deps, [perAddress('sign-on-offers', ip, OFFERS_PER_ADDRESS)]);
    const domain = query.email?.includes('@') ? domainOf(query.email) : '';
    return { providers: await findOffered(deps.db, domain, OFFERED_MAX) };
  }),
  serve(signOnHttp.start, { access: 'public' }, ({ deps, params: { provider }, query: { email }, ip, req }) =>
    redirecting(deps, req, async () => {
      // Two tabs of one browser have one cookie.
      const browser = browserOf(deps.config, req) || createKey();
      const location = await startSignOn(deps, {
        providerId: provider,
        email,
        browser,
        ip,
        knownUsers: findKnownPeople(deps.config, req.headers.cookie),
      });
      return { Location: location, 'Set-Cookie': cookieOf(deps.config, browser) };
    }),
  ),
  serve(signOnHttp.callback, { access: 'public' }, ({ deps, params: { provider }, query, ip, req }) =>
    redirecting(deps, req, async () => {
      const browser = browserOf(deps.config, req);
      const token = await finishSignOn(deps, { providerId: provider, browser, ip, query });
      // The fragment is sent to no server and stands in no log.
      return { Location: `${publicAddress(deps.config, '/sign-on')}#${token}` };
    }),
  ),
  serve(
    signOnHttp.exchange,
    { access: 'public', audit: 'none: it is a sign-in, or its end by the provider' },
    async ({ deps, body: { token }, ip, req }) => {
      const origin = { ip, userAgent: req.headers['user-agent'] };
      const outcome = await exchangeSignOn(deps, { token, browser: browserOf(deps.config, req), origin });
      return rememberBrowser(deps.config, req.headers.cookie, outcome);
    },
  ),
  serve(
    signOnHttp.logout,
    { access: 'public', audit: 'none: it is a sign-in, or its end by the provider' },
    async ({ deps, params: { provider }, body, ip }) => {
      await logOutByProvider(deps, { providerId: provider, token: body.logout_token, ip });
    },
  ),
];

type Redirect = Record<string, string> & { Location: string };

/** Redirects the browser. What fails is shown on the sign-in page, and answered as an error to other programs. */
async function redirecting(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  req: Request,
  work: () => Promise<Redirect>,
): Promise<Reply<{ location: string }>> {
  const noStore = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
  try {
    const headers = await work();
    return Reply.of({ location: headers.Location }, { status: 302, headers: { ...headers, ...noStore } });
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined || !req.headers.accept?.includes('text/html')) throw error;
    const { cause } = error as Error;
    log.info(
      { problem, reason: cause instanceof Error ? cause.message : undefined },
      'a sign-in with a provider failed',
    );
    const location = `${publicAddress(config, '/login')}?sign_on=${problem}`;
    return Reply.of({ location }, { status: 302, headers: { Location: location, ...noStore } });
  }
}

const cookieOf = (config: Deps['config'], value: string): string =>
  setCookie(config, { name: COOKIE, value, maxAgeS: SIGN_ON_TTL_MS / 1_000 });

function browserOf(config: Deps['config'], { headers }: Request): string {
  const value = readCookie(config, COOKIE, headers.cookie);
  return COOKIE_VALUE.test(value) ? value : '';
}
