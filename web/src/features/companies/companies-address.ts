import { idTextSchema } from '@belfry/schemas/domain/ids';
import { z } from 'zod';

/** The form or question that is open: one at a time, so that opening one closes the others; see TREE-21. */
const ACTIONS = ['add', 'add-details', 'edit', 'details', 'delete'] as const;
export type CompanyAction = (typeof ACTIONS)[number];

const addressSchema = z.object({
  company: idTextSchema.nullable().catch(null),
  q: z.string().trim().max(200).catch(''),
  do: z.enum(ACTIONS).nullable().catch(null),
});
export type CompaniesAddress = z.infer<typeof addressSchema>;

export const readCompaniesAddress = (address: URLSearchParams): CompaniesAddress =>
  addressSchema.parse({
    company: address.get('company') ?? undefined,
    q: address.get('q') ?? '',
    do: address.get('do'),
  });

/** Empty values are left out, parameters of other parts stay. */
export function changeCompaniesAddress(address: URLSearchParams, change: Partial<CompaniesAddress>): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries({ ...readCompaniesAddress(address), ...change })) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
