import type { QuotaKind } from '@belfry/schemas/http/service/quotas';
import type { Generated } from 'kysely';

/** How much the installation has and may have, by kind. */
export type InstallationUsageTable = {
  kind: QuotaKind;
  used: number;
  most: number;
  counted_at: Generated<Date>;
};
