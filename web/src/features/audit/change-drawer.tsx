import type { AuditEntry } from '@belfry/schemas/http/audit';
import type { ComponentType } from 'react';
import { Detail, Section, Technical } from '../../kit/detail/index.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { type Fact, Facts } from '../../ui/card.tsx';
import { useGetAuditEntryQuery } from './audit-api.ts';
import { useChangeText } from './change-text.ts';
import { ChangeView } from './change-view.tsx';

type Props = { id: number; onClose: () => void; Action?: ComponentType<{ entry: AuditEntry }> };

/** What was changed, from what to what, by whom. */
export function ChangeDrawer({ id, onClose, Action }: Props) {
  const { t } = useTranslation('audit');
  const errorText = useErrorMessage();
  const textOf = useChangeText();
  const { currentData, error, isFetching, refetch } = useGetAuditEntryQuery(id);
  const entry = currentData?.rows[0];
  const text = entry && textOf(entry);
  const gone = currentData && !entry ? t('gone') : null;
  return (
    <Detail
      onClose={onClose}
      title={text?.what ?? t('title')}
      path={text?.object}
      action={entry && Action && <Action entry={entry} />}
      waiting={!entry}
      failure={
        error === undefined && gone === null
          ? undefined
          : { message: gone ?? errorText(error, t('error')), onRetry: () => void refetch(), retrying: isFetching }
      }
    >
      {entry && text && <Loaded entry={entry} who={text.who} />}
    </Detail>
  );
}

function Loaded({ entry, who }: { entry: AuditEntry; who: string }) {
  const { t } = useTranslation('audit');
  const { moment } = useTimes();
  const { door, ip } = entry;
  const facts: (Fact | null)[] = [
    [t('columns.actor'), who],
    [t('columns.at'), moment(entry.at)],
    door === null || door === 'rest' || door === 'impersonation' ? null : [t('columns.door'), t(`door.${door}`)],
  ];
  const technical: (Fact | null)[] = [
    [t('columns.action'), entry.action],
    [t('columns.object'), `${entry.object_kind} ${entry.object_id}`],
    ip === null ? null : ['IP', ip],
    [t('columns.id'), String(entry.id)],
  ];
  return (
    <>
      <Section title={t('change.show')}>
        <ChangeView entry={entry} part="plain" />
      </Section>
      <Section>
        <Facts facts={facts.filter((fact) => fact !== null)} />
      </Section>
      <Technical>
        <ChangeView entry={entry} part="technical" />
        <Facts facts={technical.filter((fact) => fact !== null)} />
      </Technical>
    </>
  );
}
