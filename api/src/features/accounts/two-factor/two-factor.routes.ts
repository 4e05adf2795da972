import { twoFactorHttp } from '@belfry/schemas/http/accounts/two-factor';
import { countAttempt, clearAttempts } from '../../../http/rate-limit/rate-limit.ts';
import { requirePassword } from '../users/index.ts';
import {
  confirmEnrolment,
  disable,
  enrol,
  readState,
  renewRecoveryCodes,
  twoFactorTries,
} from './two-factor.service.ts';
import { serve } from '../../../serve.ts';
import type { Deps } from '../../../deps.ts';

const verifyPassword = (deps: Pick<Deps, 'db' | 'config' | 'events'>, userId: number, password: string) =>
  requirePassword(deps, userId, { field: 'password', password, text: 'The password is incorrect' });

export const twoFactorRoutes = [
  serve(twoFactorHttp.read, { access: 'signed-in' }, ({ deps, user }) => readState(deps.db, user.id)),
  serve(twoFactorHttp.enrol, { access: 'signed-in', ownKeyOnly: true }, async ({ deps, user, body }) =>
    enrol(deps.db, deps.config, await verifyPassword(deps, user.id, body.password)),
  ),
  serve(twoFactorHttp.confirm, { access: 'signed-in', ownKeyOnly: true }, async ({ deps, user, body }) => {
    await countAttempt(deps, [twoFactorTries(user.id)]);
    const recovery_codes = await confirmEnrolment(deps.db, deps.config, user.id, body.code);
    await clearAttempts(deps.db, twoFactorTries(user.id).key);
    return { recovery_codes };
  }),
  serve(twoFactorHttp.replaceRecoveryCodes, { access: 'signed-in', ownKeyOnly: true }, async ({ deps, user, body }) => {
    await verifyPassword(deps, user.id, body.password);
    return { recovery_codes: await renewRecoveryCodes(deps.db, user.id) };
  }),
  serve(twoFactorHttp.disable, { access: 'signed-in', ownKeyOnly: true }, async ({ deps, user, body }) => {
    await verifyPassword(deps, user.id, body.password);
    await countAttempt(deps, [twoFactorTries(user.id)]);
    await disable(deps.db, deps.config, user.id, body.code);
    await clearAttempts(deps.db, twoFactorTries(user.id).key);
  }),
];
