import { MESSAGE_CHANNELS, MESSAGE_STATES } from '@belfry/schemas/http/messages/outbox';
import { z } from 'zod';
import { addressFilters } from '../../../lib/list-address.ts';

export const CHANNEL_CHOICES = ['all', ...MESSAGE_CHANNELS] as const;
export const STATE_CHOICES = ['all', ...MESSAGE_STATES] as const;

/** The filters of the outbox in the address; each invalid one falls back alone. */
export const outboxFilters = addressFilters(
  z.object({
    q: z.string().trim().max(200).catch(''),
    channel: z.enum(CHANNEL_CHOICES).catch('all'),
    state: z.enum(STATE_CHOICES).catch('all'),
  }),
);
export type OutboxFilters = typeof outboxFilters.defaults;

/** Whether a filter is set. */
export const isFiltered = ({ q, channel, state }: OutboxFilters): boolean =>
  q !== '' || channel !== 'all' || state !== 'all';

const idSchema = z.coerce.number().int().min(1);
/** The id of the message that the address opens, or null. */
export const openMessageOf = (address: URLSearchParams): number | null =>
  idSchema.safeParse(address.get('message') ?? undefined).data ?? null;
