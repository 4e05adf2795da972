import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { keyOf } from '../../../http/routes/guard.ts';
import { auditImpersonation } from '../../audit/index.ts';
import { readProfile, updateProfile } from './users.service.ts';
import { serve } from '../../../serve.ts';

export const usersRoutes = [
  serve(usersHttp.profile, { access: 'signed-in' }, ({ deps, user, req }) => readProfile(deps.db, user, keyOf(req))),
  serve(usersHttp.update, { access: 'signed-in' }, async ({ deps, user, body, ip, req }) => {
    const profile = await updateProfile(deps, user, keyOf(req), body);
    const entry = { action: 'user.update-profile', object_kind: 'user', object_id: user.id } as const;
    await auditImpersonation(deps.db, { user, ip }, { ...entry, details: body });
    return { success: true as const, message: 'Profile updated successfully!', user: profile };
  }),
];
