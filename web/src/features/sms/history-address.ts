import { MESSAGE_STATES } from '@belfry/schemas/http/outbox';
import { useSearchParams } from 'react-router';
import { z } from 'zod';

export const STATE_CHOICES = ['all', ...MESSAGE_STATES] as const;

/** The parameters of the history in the address; each invalid field falls back alone. */
const addressSchema = z.object({
  q: z.string().trim().max(200).catch(''),
  state: z.enum(STATE_CHOICES).catch('all'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
});
export type HistoryAddress = z.infer<typeof addressSchema>;
type Change = (change: Partial<HistoryAddress>, options?: { replace?: boolean }) => void;

const DEFAULTS: HistoryAddress = addressSchema.parse({});

/** Any other change than of the page opens the first page; typing replaces the history entry. */
export function useHistoryAddress(): [address: HistoryAddress, change: Change] {
  const [params, setParams] = useSearchParams();
  const change: Change = (next, { replace = 'q' in next } = {}) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        const values = { ...addressSchema.parse(Object.fromEntries(now)), page: 1, ...next };
        for (const key of Object.keys(DEFAULTS) as (keyof HistoryAddress)[]) {
          if (values[key] === DEFAULTS[key]) changed.delete(key);
          else changed.set(key, String(values[key]));
        }
        return changed;
      },
      { replace, preventScrollReset: true },
    );
  return [addressSchema.parse(Object.fromEntries(params)), change];
}
