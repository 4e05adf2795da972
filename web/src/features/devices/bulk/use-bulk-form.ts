import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkBody } from '@belfry/schemas/http/devices/bulk';
import { toast } from '../../../ui/toast.ts';
import { useChangeDevicesMutation, usePreviewBulkQuery } from './bulk-api.ts';
import { changeOf, INITIAL, type BulkKind, type BulkValues } from './bulk-change.ts';

const SETTLE_MS = 400;
const SUCCESS_MS = 5_000;

type Options = {
  kind: BulkKind;
  targets: BulkBody['targets'];
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
};

/** The values of a bulk change, its preview once they have settled, and applying it. */
export function useBulkForm({ kind, targets, onDirty, onDone }: Options) {
  const { t } = useTranslation('device-bulk');
  const [values, setValues] = useState<BulkValues>(INITIAL);
  const [apply, { data: outcome, error: refused, isLoading }] = useChangeDevicesMutation();
  const change = changeOf(kind, values);
  const [settled] = useDebouncedValue(JSON.stringify(change), SETTLE_MS);
  const [first] = useState(settled);
  const ready = settled === JSON.stringify(change) && change !== null;
  const preview = usePreviewBulkQuery({ targets, change: change ?? {} }, { skip: !ready || outcome !== undefined });
  const counted = ready ? preview.currentData : undefined;
  const dirty = outcome === undefined && JSON.stringify(change) !== first;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const submit = async (): Promise<void> => {
    if (!change || !counted) return;
    const { data } = await apply({ targets, change });
    if (!data || data.failed > 0) return;
    toast('success', t('outcome.changed', { count: data.changed }), { durationMs: SUCCESS_MS });
    onDone();
  };
  const error = refused ?? (ready ? preview.error : undefined);
  return {
    values,
    change: (changed: Partial<BulkValues>) => setValues((before) => ({ ...before, ...changed })),
    /** What the change would do, once it is known for these values. */
    counted,
    counting: ready && !counted && error === undefined,
    submit,
    applying: isLoading,
    outcome,
    error,
  };
}
