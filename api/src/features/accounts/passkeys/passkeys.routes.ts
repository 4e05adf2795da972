import { passkeysHttp } from '@belfry/schemas/http/accounts/passkeys';
import { serve } from '../../../serve.ts';
import { findPasskeys } from './passkeys.repository.ts';
import { rememberBrowser } from '../known-browser.ts';
import { originOf } from '../sign-in.ts';
import { removePasskey, rename } from './manage.service.ts';
import { beginRegistration, finishRegistration } from './register.service.ts';
import { beginSignIn, finishSignIn } from './sign-in.service.ts';

/** A browser sends some thousand characters about a passkey. */
const BODY_LIMIT = 30_000;

export const passkeysRoutes = [
  serve(passkeysHttp.list, { access: 'signed-in', ownKeyOnly: true }, ({ deps, user }) =>
    findPasskeys(deps.db, user.id),
  ),
  serve(
    passkeysHttp.beginRegistration,
    { access: 'signed-in', ownKeyOnly: true, setupKey: true, audit: 'none: it only begins something' },
    ({ deps, user, body }) => beginRegistration(deps, user, body),
  ),
  serve(
    passkeysHttp.finishRegistration,
    { access: 'signed-in', ownKeyOnly: true, setupKey: true, bodyLimit: BODY_LIMIT, audit: 'service' },
    ({ deps, user, ip, body, req }) => finishRegistration(deps, { user, ip }, body, req.headers['user-agent']),
  ),
  serve(passkeysHttp.beginSignIn, { access: 'public', audit: 'none: it only begins something' }, ({ deps, body, ip }) =>
    beginSignIn(deps, body.challenge, ip),
  ),
  serve(
    passkeysHttp.finishSignIn,
    { access: 'public', bodyLimit: BODY_LIMIT, audit: 'none: it is a sign-in, or its end by the provider' },
    async ({ deps, body, ip, req }) =>
      rememberBrowser(deps.config, req.headers.cookie, await finishSignIn(deps, body, originOf(ip, req))),
  ),
  serve(
    passkeysHttp.rename,
    { access: 'signed-in', ownKeyOnly: true, policy: 'own', audit: 'service' },
    ({ deps, user, ip, params, body }) => rename(deps, { user, ip }, params.id, body.name),
  ),
  serve(
    passkeysHttp.remove,
    { access: 'signed-in', ownKeyOnly: true, policy: 'own', audit: 'service' },
    ({ deps, user, ip, params, body }) => removePasskey(deps, { user, ip }, params.id, body),
  ),
];
