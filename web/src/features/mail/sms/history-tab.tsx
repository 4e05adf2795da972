import { MESSAGE_STATES, type MessageState } from '@belfry/schemas/http/mail/outbox';
import { Button, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Dot, type RowState } from '../../../kit/list/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { z } from 'zod';
import type { SmsHistoryItem } from '@belfry/schemas/http/mail/sms';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { addressFilters, useListAddress } from '../../../lib/list-address.ts';
import { usePageSize } from '../../../lib/paging.ts';
import { FilterBar, FilterSelect } from '../../../ui/filters/filter-bar.tsx';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { usePage } from '../../../ui/lists/list-state.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { formatAgo } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useLinkReason } from '../../../lib/reasons.ts';
import { useTimes } from '../../../lib/times.ts';
import { useNow } from '../../../lib/timers.ts';
import { smsApi } from './sms-api.ts';
import classes from './sms.module.css';

const STATE_CHOICES = ['all', ...MESSAGE_STATES] as const;

const filters = addressFilters(
  z.object({ q: z.string().trim().max(200).catch(''), state: z.enum(STATE_CHOICES).catch('all') }),
);

/** Messages are sent in the background; the list is polled while it is visible. */
const FOLLOWED = { pollingInterval: 5_000, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true };

export function HistoryTab() {
  const { t } = useTranslation('sms');
  const errorText = useErrorMessage();
  const at = useListAddress(filters, { typed: 'q' });
  const size = usePageSize('sms');
  const list = usePage(smsApi.endpoints.getSmsHistory, { at, size, ask: (asked) => asked, options: FOLLOWED });
  const { q, state } = at.filters;
  return (
    <Stack gap="md">
      <FilterBar
        className={classes.filters}
        label={t('history.filters')}
        search={{
          label: t('history.search'),
          placeholder: t('history.search_hint'),
          value: q,
          onChange: (text) => at.change({ q: text }),
        }}
      >
        <FilterSelect
          label={t('history.state')}
          choices={STATE_CHOICES}
          value={state}
          labelOf={(each) => t(`state.${each}`)}
          onChange={(each) => at.change({ state: each })}
        />
      </FilterBar>
      <RowList
        list={list}
        label={t('tabs.history')}
        variant="frame"
        entry={classes.row}
        keyOf={({ id }) => id}
        waiting={<LineSkeletons count={6} height={52} />}
        failure={(error) => ({ message: errorText(error, t('history.error')) })}
        showing={(range) => t('history.showing', range)}
        filtered={q !== '' || state !== 'all'}
        empty={
          <EmptyState icon={<IconHistory size={24} />} title={t('history.title')}>
            {t('history.text')}
          </EmptyState>
        }
        noneFound={
          <EmptyState
            icon={<IconHistory size={24} />}
            title={t('history.none_fit')}
            action={
              <Button variant="light" mt="xs" onClick={at.reset}>
                {t('history.reset')}
              </Button>
            }
          />
        }
      >
        {(message) => <HistoryRow message={message} />}
      </RowList>
    </Stack>
  );
}

const AGE_STEP_MS = 10_000;
const DOTS: Record<MessageState, RowState> = { queued: 'look', sent: 'ok', failed: 'wrong' };

function HistoryRow({ message }: { message: SmsHistoryItem }) {
  const { t } = useTranslation('sms');
  const locale = useLocale();
  const times = useTimes();
  const now = useNow(AGE_STEP_MS);
  const reasonOf = useLinkReason();
  const { phone, name, place, text, parts, state, reason, created_at } = message;
  return (
    <>
      <div className={classes.who}>
        <Text size="sm" fw={600}>
          {name ?? phone}
        </Text>
        <Text size="xs" c="dimmed">
          {[name === null ? null : phone, place].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <div className={classes.what}>
        <Text size="sm" className={classes.text ?? ''}>
          {text}
        </Text>
        {reason !== null && (
          <Text size="xs" c="error" title={reason}>
            {reasonOf(reason)}
          </Text>
        )}
      </div>
      <span className={classes.state}>
        <Dot state={DOTS[state]} text={t(`state.${state}`)} />
      </span>
      <span className={classes.when} title={times.moment(created_at)}>
        {formatAgo(created_at, now, locale)}, {t('preview.parts', { count: parts })}
      </span>
    </>
  );
}
