import type { AuditEntry } from '@belfry/schemas/http/audit';
import { Text, VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import classes from './audit.module.css';
import { isPlain, useChangeWords } from './change-words.tsx';

type Side = AuditEntry['before'];
/** A side without the field is undefined. */
type Change = { field: string; before: unknown; after: unknown };

/** The fields of both sides, in the order of the first one. */
export function changesOf(before: Side, after: Side): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => ({ field, before: before?.[field], after: after?.[field] }));
}

const rawOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '–' : JSON.stringify(value);

/** @param part what has words, or the names and values of which only who has built it makes sense */
export function ChangeView({ entry, part }: { entry: AuditEntry; part: 'plain' | 'technical' }) {
  const { t } = useTranslation('audit');
  const { nameOf, valueOf } = useChangeWords(entry);
  const { before, after, details } = entry;
  const all = before || after ? changesOf(before, after) : changesOf(null, details);
  const isShown = (change: Change): boolean => isPlain(change.field, [change.before, change.after]);
  const changes = all.filter((change) => isShown(change) === (part === 'plain'));
  if (changes.length === 0 && part === 'technical') return null;
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t(all.length === 0 ? 'change.none' : 'change.below')}
      </Text>
    );
  }
  const textOf = (field: string, value: unknown): ReactNode =>
    part === 'plain' ? valueOf(field, value) : rawOf(value);
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, ...sides }) => (
        <div key={field}>
          <dt>{part === 'plain' ? nameOf(field) : field}</dt>
          <dd>
            {sides.before !== undefined && (
              <del>
                <VisuallyHidden>{t('change.before')} </VisuallyHidden>
                {textOf(field, sides.before)}
              </del>
            )}
            {sides.before !== undefined && sides.after !== undefined && <IconArrowRight size={14} aria-hidden />}
            {sides.after !== undefined && (
              <ins>
                <VisuallyHidden>{t('change.after')} </VisuallyHidden>
                {textOf(field, sides.after)}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
