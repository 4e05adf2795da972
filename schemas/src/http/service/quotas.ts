import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** What the installation has a quota of: accounts, nodes, things in libraries, schedules, groups, and bytes of audio. */
export const QUOTA_KINDS = ['users', 'nodes', 'library', 'schedules', 'groups', 'audio_bytes'] as const;
export const quotaKindSchema = z.enum(QUOTA_KINDS).meta({ id: 'QuotaKind' });
export type QuotaKind = z.infer<typeof quotaKindSchema>;

export const QUOTA_WARNING_SHARE = 0.8;

export const quotaSchema = z
  .strictObject({
    kind: quotaKindSchema,
    used: z.int().describe('rows, or bytes of audio_bytes, as counted last'),
    most: z.int(),
    warning: z.boolean().describe('80 % or more are used'),
    counted_at: z.iso.datetime(),
  })
  .meta({ id: 'Quota' });
export type Quota = z.infer<typeof quotaSchema>;

export const quotasSchema = z.array(quotaSchema);

export const quotasHttp = {
  read: endpoint({
    method: 'get',
    path: '/admin/quotas',
    summary: 'What the installation has of each kind, and how much it may have',
    description: 'As counted within the last minute.',
    answer: quotasSchema,
  }),
};
