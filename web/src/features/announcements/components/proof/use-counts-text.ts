import type { ProofCounts } from '@belfry/schemas/http/announcements/proof-of-play';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';

const KINDS = ['expected', 'heard', 'not_heard', 'silent'] as const;

/** Writes counts as "expected 60, heard 58, nothing reported 2"; what is 0 is left out, except the first two. */
export function useCountsText(): (counts: ProofCounts) => string {
  const { t } = useTranslation('announcements');
  const locale = useLocale();
  return (counts) =>
    KINDS.filter((kind, index) => index < 2 || counts[kind] > 0)
      .map((kind) => t(`proof.counts.${kind}`, { formatted: formatCount(counts[kind], locale) }))
      .join(', ');
}
