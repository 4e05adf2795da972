import { MESSAGE_CHANNELS, MESSAGE_STATES } from '@belfry/schemas/http/outbox';
import { z } from 'zod';

export const CHANNEL_CHOICES = ['all', ...MESSAGE_CHANNELS] as const;
export const STATE_CHOICES = ['all', ...MESSAGE_STATES] as const;

/** The parameters of the outbox in the address; each invalid field falls back alone. */
const addressSchema = z.object({
  q: z.string().trim().max(200).catch(''),
  channel: z.enum(CHANNEL_CHOICES).catch('all'),
  state: z.enum(STATE_CHOICES).catch('all'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
});
export type OutboxAddress = z.infer<typeof addressSchema>;
export type ChangeOutbox = (change: Partial<OutboxAddress>, options?: { replace?: boolean }) => void;
const DEFAULTS: OutboxAddress = addressSchema.parse({});

export const readOutboxAddress = (address: URLSearchParams): OutboxAddress =>
  addressSchema.parse(Object.fromEntries(address));

/** Any other change than of the page opens the first page; defaults are left out, foreign parameters are kept. */
export function changeOutboxAddress(address: URLSearchParams, change: Partial<OutboxAddress>): URLSearchParams {
  const next = new URLSearchParams(address);
  const values = { ...readOutboxAddress(address), page: 1, ...change };
  for (const key of Object.keys(DEFAULTS) as (keyof OutboxAddress)[]) {
    if (values[key] === DEFAULTS[key]) next.delete(key);
    else next.set(key, String(values[key]));
  }
  return next;
}

/** Whether a filter is set. */
export const isNarrowed = ({ q, channel, state }: OutboxAddress): boolean =>
  q !== '' || channel !== 'all' || state !== 'all';

const idSchema = z.coerce.number().int().min(1);
/** The id of the message that the address opens, or null. */
export const openMessageOf = (address: URLSearchParams): number | null =>
  idSchema.safeParse(address.get('message') ?? undefined).data ?? null;
