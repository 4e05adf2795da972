import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Policy } from './accounts.ts';
import { type OwnersPolicy, visibleOwners } from './owners.ts';

export const manageableProviders: OwnersPolicy = (caller) => visibleOwners(caller);

/** Whether the caller may confirm a domain without its TXT record, and offer a provider to everybody: both concern people outside of the organisation. */
export const canVouchForProviders: Policy = ({ role }) => isAdministrator(role);
