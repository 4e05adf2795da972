import { Button, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import type { FieldConflict } from '../../lib/edit-conflict.ts';
import classes from './conflict-notice.module.css';
import { Notice } from './notice.tsx';

type Props<V> = {
  conflicts: readonly FieldConflict<V>[];
  labelOf: (field: keyof V & string) => string;
  onTake: (conflict: FieldConflict<V>) => void;
};

export function ConflictNotice<V extends object>({ conflicts, labelOf, onTake }: Props<V>) {
  const { t } = useTranslation('ui');
  const box = useRef<HTMLDivElement>(null);
  const any = conflicts.length > 0;
  // The pressed button is below, so the notice has to be scrolled into view.
  useEffect(() => {
    if (any) box.current?.scrollIntoView({ block: 'nearest' });
  }, [any]);
  const textOf = (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'conflict.yes' : 'conflict.no');
    return value === '' ? t('conflict.empty') : String(value);
  };
  if (!any) return null;
  return (
    <div ref={box}>
      <Notice tone="warning">
        <Text size="sm" fw={600}>
          {t('conflict.title')}
        </Text>
        <Text size="sm">{t('conflict.text')}</Text>
        <ul className={classes.list}>
          {conflicts.map((conflict) => (
            <li key={conflict.field} className={classes.change}>
              <Text size="sm" fw={600}>
                {labelOf(conflict.field)}
              </Text>
              <Text size="sm">{t('conflict.now', { value: textOf(conflict.theirs) })}</Text>
              {conflict.yours !== undefined && (
                <>
                  <Text size="sm">{t('conflict.yours', { value: textOf(conflict.yours) })}</Text>
                  <Button
                    size="compact-xs"
                    variant="light"
                    color="warning"
                    aria-label={t('conflict.take', { field: labelOf(conflict.field) })}
                    onClick={() => onTake(conflict)}
                  >
                    {t('conflict.take_short')}
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
