import type { TriggerFiring } from '@belfry/schemas/http/triggers/firings';
import type { FiringState } from '@belfry/schemas/domain/firings';
import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { NO_FILTERS, useLocalPage } from '../../lib/list-address.ts';
import { useTimes } from '../../lib/times.ts';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { usePage } from '../../ui/lists/list-state.ts';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { triggersApi } from './triggers-api.ts';
import classes from './triggers.module.css';

const ROWS = 20;
const COLOURS: Record<FiringState, string> = {
  queued: 'gray',
  asking: 'warning',
  started: 'success',
  drill: 'purple',
  limited: 'warning',
  too_old: 'gray',
  declined: 'gray',
  expired: 'gray',
  refused: 'error',
  failed: 'error',
};

/** The history of a trigger, the newest first: each cause, and what became of it. */
export function TriggerFirings({ id }: { id: number }) {
  const { t } = useTranslation('triggers');
  const errorText = useErrorMessage();
  const at = useLocalPage(NO_FILTERS.defaults);
  const list = usePage(triggersApi.endpoints.getTriggerFirings, {
    at,
    size: ROWS,
    ask: ({ page, page_size }) => ({ id, page, page_size }),
  });
  const none = (
    <Text size="sm" c="dimmed">
      {t('history.none')}
    </Text>
  );
  return (
    <RowList
      list={list}
      label={t('history.title')}
      keyOf={({ firing_id }) => firing_id}
      entry={classes.firing}
      waiting={<LineSkeletons count={5} height={44} />}
      failure={(error) => ({ message: errorText(error, t('history.load_error')) })}
      showing={(range) => t('history.showing', range)}
      empty={none}
    >
      {(firing) => <FiringRow firing={firing} />}
    </RowList>
  );
}

function FiringRow({ firing }: { firing: TriggerFiring }) {
  const { t } = useTranslation('triggers');
  const { moment } = useTimes();
  const { source, state, reason, at, details, decided_by, decided_at } = firing;
  const decided = decided_at === null ? null : [moment(decided_at), decided_by].filter((part) => part !== null);
  return (
    <>
      <Group justify="space-between" gap="xs">
        <strong>{t(`from.${source}`)}</strong>
        <Badge variant="light" color={COLOURS[state]} tt="none">
          {t(`history.states.${state}`)}
        </Badge>
      </Group>
      <span className={classes.detail}>
        {[moment(at), ...textsIn(details)].join(' · ')}
        {decided !== null && ` · ${t('history.decided')}: ${decided.join(' · ')}`}
      </span>
      {reason !== null && <span>{reason}</span>}
    </>
  );
}

/** What is shown of the cause, where it is known. */
const DETAILS = ['serial', 'input', 'place', 'message_id', 'body', 'headline'] as const;
const DETAIL_MAX = 80;

const textsIn = (details: TriggerFiring['details']): string[] =>
  DETAILS.map((name) => details[name])
    .filter((value) => typeof value === 'string')
    .map((value) => value.slice(0, DETAIL_MAX));
