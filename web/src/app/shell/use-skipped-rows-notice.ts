import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { onSkippedRows } from '../../lib/api/answer-check.ts';
import { toast } from '../../ui/toast.ts';

/** Lists are fetched again and again, with the same row in them. */
const SILENCE_MS = 300_000;
const SHOWN_MS = 10_000;

/** Tells the user that a list is not complete, see SHELL-27. */
export function useSkippedRowsNotice(): void {
  const { t } = useTranslation('shell');
  const silentUntil = useRef(0);
  useEffect(
    () =>
      onSkippedRows((rows) => {
        if (performance.now() < silentUntil.current) return;
        silentUntil.current = performance.now() + SILENCE_MS;
        toast('warning', t('skipped_rows', { count: rows }), { id: 'skipped-rows', durationMs: SHOWN_MS });
      }),
    [t],
  );
}
