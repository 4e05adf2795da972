import { Button, Stack, UnstyledButton, Drawer } from '@mantine/core';
import { IconMailOff, IconMail, IconMessage } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import type { OutboxItem } from '@belfry/schemas/http/mail/outbox';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { setParameter, useListAddress } from '../../../lib/list-address.ts';
import { useAddress } from '../../../lib/address.ts';
import { usePageSize } from '../../../lib/paging.ts';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { usePage } from '../../../ui/lists/list-state.ts';
import { PageHeading } from '../../../ui/tabbed-page.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { formatAgo } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useNow } from '../../../lib/timers.ts';
import { useTimes } from '../../../lib/times.ts';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { useReturnFocus } from '../../../lib/focus.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { FilterBar, FilterSelect } from '../../../ui/filters/filter-bar.tsx';
import {
  isFiltered,
  openMessageOf,
  outboxFilters,
  CHANNEL_CHOICES,
  STATE_CHOICES,
  type OutboxFilters as Filters,
  outboxApi,
  useGetOutboxMessageQuery,
} from './outbox-api.ts';
import { MessageStateBadge, MessageDetails } from './message-details.tsx';
import classes from './outbox.module.css';

/** Messages are sent in the background; the list is polled while it is visible. */
const FOLLOWED = { pollingInterval: 5_000, skipPollingIfUnfocused: true };

/** Every sent or queued email and SMS, for admin and root, the newest first. */
export function OutboxPage() {
  const { t } = useTranslation('outbox');
  const errorText = useErrorMessage();
  const [address, setAddress] = useAddress();
  const at = useListAddress(outboxFilters, { typed: 'q' });
  const size = usePageSize('outbox');
  const list = usePage(outboxApi.endpoints.getOutboxPage, { at, size, ask: (asked) => asked, options: FOLLOWED });
  const open = openMessageOf(address);
  const show = (id: number | null): void =>
    setAddress((now) => setParameter(now, 'message', id), { preventScrollReset: true });
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} lead={t('lead')} />
      <OutboxFilters filters={at.filters} onChange={at.change} />
      <RowList
        list={list}
        label={t('title')}
        variant="frame"
        keyOf={({ id }) => id}
        waiting={<LineSkeletons count={6} height={52} />}
        failure={(error) => ({ message: errorText(error, t('error')) })}
        showing={(range) => t('showing', range)}
        filtered={isFiltered(at.filters)}
        empty={
          <EmptyState icon={<IconMailOff size={24} />} title={t('empty.title')}>
            {t('empty.text')}
          </EmptyState>
        }
        noneFound={
          <EmptyState
            icon={<IconMailOff size={24} />}
            title={t('empty.none_fit')}
            action={
              <Button variant="light" mt="xs" onClick={at.reset}>
                {t('empty.reset')}
              </Button>
            }
          >
            {t('empty.none_fit_text')}
          </EmptyState>
        }
      >
        {(message) => <OutboxRow message={message} onOpen={show} />}
      </RowList>
      {open !== null && <MessageDrawer key={open} id={open} onClose={() => show(null)} />}
    </Stack>
  );
}

function MessageDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['outbox', 'common']);
  const errorText = useErrorMessage();
  const mobile = useMobile();
  useReturnFocus();
  const { data: message, error, isFetching, refetch } = useGetOutboxMessageQuery(id);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={mobile ? '100%' : 560}
      title={message ? t(`kind.${message.kind}`) : t('message')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {message ? (
        <MessageDetails message={message} />
      ) : error ? (
        <ErrorState message={errorText(error, t('error'))} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <LineSkeletons count={8} height={20} />
      )}
    </Drawer>
  );
}

function OutboxFilters({ filters, onChange }: { filters: Filters; onChange: (change: Partial<Filters>) => void }) {
  const { t } = useTranslation('outbox');
  return (
    <FilterBar
      className={classes.bar}
      label={t('filters.label')}
      search={{
        label: t('filters.search'),
        placeholder: t('filters.search_hint'),
        value: filters.q,
        onChange: (q) => onChange({ q }),
      }}
    >
      <FilterSelect
        label={t('filters.channel')}
        choices={CHANNEL_CHOICES}
        value={filters.channel}
        labelOf={(channel) => t(`channel.${channel}`)}
        onChange={(channel) => onChange({ channel })}
      />
      <FilterSelect
        label={t('filters.state')}
        choices={STATE_CHOICES}
        value={filters.state}
        labelOf={(state) => t(`state.${state}`)}
        onChange={(state) => onChange({ state })}
      />
    </FilterBar>
  );
}

const AGE_STEP_MS = 10_000;

function OutboxRow({ message, onOpen }: { message: OutboxItem; onOpen: (id: number) => void }) {
  const { t } = useTranslation('outbox');
  const locale = useLocale();
  const times = useTimes();
  const now = useNow(AGE_STEP_MS);
  const Channel = message.channel === 'mail' ? IconMail : IconMessage;
  return (
    <UnstyledButton className={classes.row} onClick={() => onOpen(message.id)} aria-haspopup="dialog">
      <Channel size={20} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.what}>{t(`kind.${message.kind}`)}</span>
      <span className={classes.to}>{message.recipient}</span>
      <span className={classes.state}>
        <MessageStateBadge state={message.state} />
      </span>
      <span className={classes.when} title={times.moment(message.created_at)}>
        {formatAgo(message.created_at, now, locale)}
      </span>
    </UnstyledButton>
  );
}
