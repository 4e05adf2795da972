import { idSchema } from '@belfry/schemas/domain/ids';
import { z } from 'zod';

/** A company_id, or a record with it, as the tree hands over; see TREE-30. */
const entrySchema = z.union([idSchema, z.object({ company_id: idSchema }).transform(({ company_id }) => company_id)]);

/** The nodes in the address, a JSON list in `devices`; anything else in it is left out; see SHELL-7. */
export function readSelected(devices: string | null): number[] {
  if (devices === null) return [];
  try {
    const list: unknown = JSON.parse(devices);
    if (!Array.isArray(list)) return [];
    const ids = list.flatMap((entry) => entrySchema.safeParse(entry).data ?? []);
    return [...new Set(ids)];
  } catch {
    return [];
  }
}

/** The address with these nodes; without the parameter for none. */
export function withSelected(address: URLSearchParams, ids: readonly number[]): URLSearchParams {
  const next = new URLSearchParams(address);
  if (ids.length === 0) next.delete('devices');
  else next.set('devices', JSON.stringify(ids));
  return next;
}
