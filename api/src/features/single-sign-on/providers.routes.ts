import { providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { findPermittedOwner } from '../../people/owner-access.ts';
import { canReadAccount } from '../../policies/accounts.ts';
import { canVouchForProviders, manageableProviders } from '../../policies/identity-providers.ts';
import { serve } from '../../serve.ts';
import { proveDomain, testProvider } from './provider-checks.service.ts';
import {
  addProvider,
  changeProvider,
  makeScimToken,
  putScimToken,
  readProviders,
  removeProvider,
} from './providers.service.ts';

/** Nobody who works as somebody else changes who may sign in. */
const OWN = { access: 'signed-in', policy: manageableProviders, ownKeyOnly: true } as const;

export const providersRoutes = [
  serve(providersHttp.list, { access: 'signed-in', policy: manageableProviders }, ({ deps, user, policy }) =>
    readProviders(deps, { user }, { policy }),
  ),
  serve(
    providersHttp.add,
    { ...OWN, policy: { manage: manageableProviders, own: canReadAccount }, audit: 'service' },
    async ({ deps, user, ip, policy, body: { owner_id, ...body } }) => {
      const owner = await findPermittedOwner(deps.db, user, owner_id, policy.own);
      return addProvider(deps, { actor: { user, ip }, policy: policy.manage }, { owner, body });
    },
  ),
  serve(providersHttp.change, { ...OWN, audit: 'service' }, ({ deps, user, ip, policy, params, body }) =>
    changeProvider(deps, { id: params.provider_id, actor: { user, ip }, policy }, body),
  ),
  serve(providersHttp.remove, { ...OWN, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    removeProvider(deps, { id: params.provider_id, actor: { user, ip }, policy }),
  ),
  serve(providersHttp.test, { ...OWN, audit: 'none: it reads' }, ({ deps, user, ip, policy, params }) =>
    testProvider(deps, { id: params.provider_id, actor: { user, ip }, policy }),
  ),
  serve(
    providersHttp.checkDomain,
    { ...OWN, audit: 'service' },
    ({ deps, user, ip, policy, params: { provider_id, domain } }) =>
      proveDomain(deps, { id: provider_id, actor: { user, ip }, policy }, { domain, by: 'dns' }),
  ),
  serve(
    providersHttp.confirmDomain,
    {
      access: 'admin',
      policy: { manage: manageableProviders, vouch: canVouchForProviders },
      ownKeyOnly: true,
      audit: 'service',
    },
    ({ deps, user, ip, policy, params: { provider_id, domain } }) =>
      proveDomain(
        deps,
        { id: provider_id, actor: { user, ip }, policy: policy.manage },
        { domain, by: 'administrator' },
      ),
  ),
  serve(providersHttp.makeScimToken, { ...OWN, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    makeScimToken(deps, { id: params.provider_id, actor: { user, ip }, policy }),
  ),
  serve(providersHttp.removeScimToken, { ...OWN, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    putScimToken(deps, { id: params.provider_id, actor: { user, ip }, policy }, null),
  ),
];
