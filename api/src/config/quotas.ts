import { REGISTRATION_MODES } from '@belfry/schemas/http/accounts/invitations';
import type { QuotaKind } from '@belfry/schemas/http/service/quotas';
import { z } from 'zod';
import { setting } from './setting.ts';

const rows = (most: number) => setting(z.coerce.number().int().min(1).max(1_000_000_000).default(most));

/** How much the whole installation may have, and who may register. */
export const quotaSettings = {
  /** open: everybody; invite: whom an administrator has invited by mail; off: nobody. */
  REGISTRATION: setting(z.enum(REGISTRATION_MODES).default('open')),
  QUOTA_USERS: rows(100_000),
  /** Elements of all company trees. */
  QUOTA_NODES: rows(5_000_000),
  /** Messages, audio, playlists, stations and pronunciations of all people. */
  QUOTA_LIBRARY: rows(2_000_000),
  QUOTA_SCHEDULES: rows(1_000_000),
  QUOTA_GROUPS: rows(1_000_000),
  /** Gigabytes of stored audio, that of spoken texts too. */
  QUOTA_AUDIO_GB: setting(z.coerce.number().min(0.001).max(1_000_000).default(500)),
};

type QuotaSettings = { [Name in keyof typeof quotaSettings]: z.infer<(typeof quotaSettings)[Name]> };

/** The quotas of the installation; of `audio_bytes` in bytes. */
export const quotasOf = (config: Omit<QuotaSettings, 'REGISTRATION'>): Record<QuotaKind, number> => ({
  users: config.QUOTA_USERS,
  nodes: config.QUOTA_NODES,
  library: config.QUOTA_LIBRARY,
  schedules: config.QUOTA_SCHEDULES,
  groups: config.QUOTA_GROUPS,
  audio_bytes: Math.round(config.QUOTA_AUDIO_GB * 1024 ** 3),
});
