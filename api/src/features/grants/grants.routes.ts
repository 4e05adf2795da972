import { grantsHttp } from '@belfry/schemas/http/grants';
import { canManageMembers } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { findOwnGrants, findStopped, isAsked } from './grants.repository.ts';
import { endGrant, passGrant, reviewGrants } from './grants.service.ts';

const MANAGING = { access: 'signed-in', policy: canManageMembers } as const;
/** Callers who work as somebody else grant nothing. */
const GRANTING = { ...MANAGING, ownKeyOnly: true, audit: 'service' } as const;
const OWN = { access: 'signed-in', policy: 'own', ownKeyOnly: true } as const;

export const grantsRoutes = [
  serve(grantsHttp.stopped, MANAGING, async ({ deps, user }) =>
    (await findStopped(deps.db, user)).map(({ grant }) => grant),
  ),
  serve(grantsHttp.takeOver, GRANTING, async ({ deps, user, ip, params }) => ({
    secret: await passGrant(deps, { user, ip }, params, true),
  })),
  serve(grantsHttp.keep, GRANTING, async ({ deps, user, ip, params }) => {
    await passGrant(deps, { user, ip }, params, false);
  }),
  serve(grantsHttp.end, GRANTING, ({ deps, user, ip, params }) => endGrant(deps, { user, ip }, params)),
  serve(grantsHttp.own, OWN, async ({ deps, user }) => ({
    asked: await isAsked(deps.db, user.id),
    grants: await findOwnGrants(deps.db, user.id),
  })),
  serve(grantsHttp.review, { ...OWN, audit: 'grant.review of user' }, ({ deps, user, ip, body }) =>
    reviewGrants(deps, { user, ip }, body.end),
  ),
];
