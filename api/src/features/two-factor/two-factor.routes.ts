import {
  recoveryCodesSchema,
  twoFactorConfirmBodySchema,
  twoFactorDisableBodySchema,
  twoFactorEnrolmentSchema,
  twoFactorPasswordBodySchema,
  twoFactorStateSchema,
} from '@belfry/schemas/http/accounts/two-factor';
import { countAttempt, clearAttempts } from '../../http/rate-limit/rate-limit.ts';
import { routeWith } from '../../http/routes/route.ts';
import { requirePassword } from '../users/index.ts';
import type { TwoFactorDeps } from './deps.ts';
import {
  confirmEnrolment,
  disable,
  enrol,
  readState,
  renewRecoveryCodes,
  twoFactorTries,
} from './two-factor.service.ts';

const route = routeWith<TwoFactorDeps>();

const verifyPassword = (deps: TwoFactorDeps, userId: number, password: string) =>
  requirePassword(deps, userId, { field: 'password', password, text: 'The password is incorrect' });

export const twoFactorRoutes = [
  route(
    {
      method: 'get',
      path: '/auth/two-factor',
      summary: 'Whether two-factor sign-in is on',
      access: 'signed-in',
      answer: twoFactorStateSchema,
    },
    ({ deps, user }) => readState(deps.db, user.id),
  ),
  route(
    {
      method: 'post',
      path: '/auth/two-factor/enrol',
      summary: 'Create a secret for the authenticator app',
      access: 'signed-in',
      ownKeyOnly: true,
      body: twoFactorPasswordBodySchema,
      answer: twoFactorEnrolmentSchema,
      errors: ['wrong_password', 'conflict', 'rate_limited'],
    },
    async ({ deps, user, body }) => enrol(deps.db, deps.config, await verifyPassword(deps, user.id, body.password)),
  ),
  route(
    {
      method: 'post',
      path: '/auth/two-factor/confirm',
      summary: 'Turn it on with a code of the app; answers the recovery codes, once',
      access: 'signed-in',
      ownKeyOnly: true,
      body: twoFactorConfirmBodySchema,
      answer: recoveryCodesSchema,
      errors: ['conflict', 'rate_limited'],
    },
    async ({ deps, user, body }) => {
      await countAttempt(deps, [twoFactorTries(user.id)]);
      const recovery_codes = await confirmEnrolment(deps.db, deps.config, user.id, body.code);
      await clearAttempts(deps.db, twoFactorTries(user.id).key);
      return { recovery_codes };
    },
  ),
  route(
    {
      method: 'post',
      path: '/auth/two-factor/recovery-codes',
      summary: 'Replace all recovery codes',
      access: 'signed-in',
      ownKeyOnly: true,
      body: twoFactorPasswordBodySchema,
      answer: recoveryCodesSchema,
      errors: ['wrong_password', 'conflict', 'rate_limited'],
    },
    async ({ deps, user, body }) => {
      await verifyPassword(deps, user.id, body.password);
      return { recovery_codes: await renewRecoveryCodes(deps.db, user.id) };
    },
  ),
  route(
    {
      method: 'post',
      path: '/auth/two-factor/disable',
      summary: 'Turn it off: the password and a code of the app, or a recovery code',
      access: 'signed-in',
      ownKeyOnly: true,
      body: twoFactorDisableBodySchema,
      answer: null,
      errors: ['wrong_password', 'rate_limited'],
    },
    async ({ deps, user, body }) => {
      await verifyPassword(deps, user.id, body.password);
      await countAttempt(deps, [twoFactorTries(user.id)]);
      await disable(deps.db, deps.config, user.id, body.code);
      await clearAttempts(deps.db, twoFactorTries(user.id).key);
    },
  ),
];
