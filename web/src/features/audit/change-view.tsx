import type { AuditEntry } from '@belfry/schemas/http/audit';
import { Text, VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import classes from './audit.module.css';

type Side = AuditEntry['before'];
type Change = { field: string; before: string | null; after: string | null };

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '–' : JSON.stringify(value);

/** The fields of both sides, in the order of the first one. A side that is absent has no texts. */
export function changesOf(before: Side, after: Side): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => ({
    field,
    before: before && field in before ? textOf(before[field]) : null,
    after: after && field in after ? textOf(after[field]) : null,
  }));
}

const isNested = ({ before, after }: Change): boolean =>
  [before, after].some((text) => text !== null && /^[[{]/.test(text));

/** @param part the plain values, or those that are lists and objects, of which only who has built it makes sense */
export function ChangeView({
  entry: { before, after, details },
  part,
}: {
  entry: AuditEntry;
  part: 'plain' | 'nested';
}) {
  const { t } = useTranslation('audit');
  const all = before || after ? changesOf(before, after) : changesOf(null, details);
  const changes = all.filter((change) => isNested(change) === (part === 'nested'));
  if (changes.length === 0 && part === 'nested') return null;
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('change.none')}
      </Text>
    );
  }
  return (
    <dl className={classes.changes}>
      {changes.map((change) => (
        <div key={change.field}>
          <dt>{change.field}</dt>
          <dd>
            {change.before !== null && (
              <del>
                <VisuallyHidden>{t('change.before')} </VisuallyHidden>
                {change.before}
              </del>
            )}
            {change.before !== null && change.after !== null && <IconArrowRight size={14} aria-hidden />}
            {change.after !== null && (
              <ins>
                <VisuallyHidden>{t('change.after')} </VisuallyHidden>
                {change.after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
