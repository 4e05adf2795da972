import { ROLES } from '@belfry/schemas/domain/roles';
import { UNCONFIRMED, USER_SORTS } from '@belfry/schemas/http/users/admin';
import { z } from 'zod';
import { addressFilters } from '../../lib/list-address.ts';

export const ROLE_FILTER = ['all', ...ROLES] as const;
export const BLOCKED_FILTER = ['all', 'yes', 'no'] as const;
export const UNCONFIRMED_FILTER = ['all', ...UNCONFIRMED] as const;

/** The parameters of the list in the address; each invalid field falls back alone. */
export const usersFilters = addressFilters(
  z.object({
    q: z.string().trim().max(200).catch(''),
    sort: z.enum(USER_SORTS).catch('-created_at'),
    role: z.enum(ROLE_FILTER).catch('all'),
    blocked: z.enum(BLOCKED_FILTER).catch('all'),
    unconfirmed: z.enum(UNCONFIRMED_FILTER).catch('all'),
  }),
);
export type UsersFilters = typeof usersFilters.defaults;

export const countFilters = ({ role, blocked, unconfirmed }: UsersFilters): number =>
  [role, blocked, unconfirmed].filter((filter) => filter !== 'all').length;
export const NO_FILTERS = { q: '', role: 'all', blocked: 'all', unconfirmed: 'all' } as const;

/** The selection remains while this is the same: on other pages and in another order. */
export const selectionScope = ({ q, role, blocked, unconfirmed }: UsersFilters): string =>
  JSON.stringify([q, role, blocked, unconfirmed]);

const openSchema = z.object({
  info: z.coerce.number().int().min(1).nullable().catch(null),
  edit: z.coerce.number().int().min(1).nullable().catch(null),
  add: z.literal('1').nullable().catch(null),
});
export type Opened = { info: number | null; edit: number | null; add: boolean };

export function readOpened(address: URLSearchParams): Opened {
  const { add, ...ids } = openSchema.parse({
    info: address.get('info') ?? undefined,
    edit: address.get('edit') ?? undefined,
    add: address.get('add'),
  });
  return { ...ids, add: add !== null };
}

export function changeOpened(address: URLSearchParams, change: Partial<Opened>): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === false) next.delete(name);
    else next.set(name, value === true ? '1' : String(value));
  }
  return next;
}
