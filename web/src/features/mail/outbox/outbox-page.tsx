import { Button, Stack, UnstyledButton, Drawer, Text, Alert, SegmentedControl, Badge } from '@mantine/core';
import { IconMailOff, IconMail, IconMessage, IconPaperclip } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import type { OutboxItem, OutboxMessage, MessageState } from '@belfry/schemas/http/mail/outbox';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { setParameter, useListAddress } from '../../../lib/list-address.ts';
import { useAddress } from '../../../lib/address.ts';
import { usePageSize } from '../../../lib/paging.ts';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { usePage } from '../../../ui/lists/list-state.ts';
import { PageHeading } from '../../../ui/tabbed-page.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { formatAgo, formatCount, formatLanguage } from '../../../lib/format.ts';
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
  useDownloadAttachmentMutation,
} from './outbox-api.ts';
import classes from './outbox.module.css';
import { useState } from 'react';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Facts, type Fact } from '../../../ui/card.tsx';

/** Messages are sent in the background; the list is polled while it is visible. */
const FOLLOWED = { pollingInterval: 5_000, skipPollingIfUnfocused: true };

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

/** The code first, because it is what administrators look for; then the details and the body. */
function MessageDetails({ message }: { message: OutboxMessage }) {
  const { t } = useTranslation('outbox');
  const locale = useLocale();
  const { moment: at } = useTimes();
  const facts: (Fact | null)[] = [
    [t('facts.to'), message.recipient],
    message.subject === null ? null : [t('facts.subject'), message.subject],
    [t('facts.state'), <MessageStateBadge key="state" state={message.state} />],
    [t('facts.created'), at(message.created_at)],
    message.sent_at === null ? null : [t('facts.sent'), at(message.sent_at)],
    message.next_attempt_at === null ? null : [t('facts.next'), at(message.next_attempt_at)],
    message.attempts < 2 ? null : [t('facts.attempts'), formatCount(message.attempts, locale)],
    message.last_error === null ? null : [t('facts.last_error'), message.last_error],
    [t('facts.lang'), formatLanguage(message.lang, locale)],
  ];
  return (
    <Stack gap="lg">
      {message.code !== null && (
        <div className={classes.code}>
          <Text size="sm" c="dimmed">
            {t('facts.code')}
          </Text>
          <CopyText value={message.code} className={classes.digits} />
        </div>
      )}
      {message.link !== null && (
        <div className={classes.code}>
          <Text size="sm" c="dimmed">
            {t('facts.link')}
          </Text>
          <CopyText value={message.link} className={classes.link} />
        </div>
      )}
      {isSecretRemoved(message) && (
        <Text size="sm" c="dimmed">
          {t('removed')}
        </Text>
      )}
      <Facts facts={facts.filter((fact) => fact !== null)} />
      {message.attachment !== null && <AttachmentButton id={message.id} filename={message.attachment} />}
      <MessageBody text={message.text} html={message.html} />
    </Stack>
  );
}

/** Kinds without code or link. */
const WITHOUT_SECRET: ReadonlySet<OutboxMessage['kind']> = new Set([
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'passkey_set_aside',
  'sms',
  'notice',
]);

const isSecretRemoved = ({ kind, code, link }: OutboxMessage): boolean =>
  !WITHOUT_SECRET.has(kind) && code === null && link === null;

function AttachmentButton({ id, filename }: { id: number; filename: string }) {
  const { t } = useTranslation('outbox');
  const errorText = useErrorMessage();
  const [download, { error, isLoading }] = useDownloadAttachmentMutation();
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        leftSection={<IconPaperclip size={16} aria-hidden />}
        loading={isLoading}
        onClick={() => void download({ id, filename })}
      >
        {t('attachment', { filename })}
      </Button>
      {error !== undefined && (
        <Alert color="error" role="alert">
          {errorText(error)}
        </Alert>
      )}
    </Stack>
  );
}

const COLOURS: Record<MessageState, string> = { queued: 'warning', sent: 'success', failed: 'error' };

function MessageStateBadge({ state }: { state: MessageState }) {
  const { t } = useTranslation('outbox');
  return (
    <Badge variant="light" color={COLOURS[state]} tt="none">
      {t(`state.${state}`)}
    </Badge>
  );
}

const VIEWS = ['html', 'text'] as const;
type View = (typeof VIEWS)[number];
/**
 * The body of a message, as HTML or as plain text. The HTML is shown in a sandboxed frame: no
 * scripts, no forms, no access to the own origin or to the parent, under the content security policy of the page.
 */
function MessageBody({ text, html }: { text: string; html: string | null }) {
  const { t } = useTranslation('outbox');
  const [view, setView] = useState<View>(html === null ? 'text' : 'html');
  return (
    <Stack gap="sm">
      {html !== null && (
        <SegmentedControl
          aria-label={t('view.label')}
          value={view}
          onChange={(value) => setView(VIEWS.find((each) => each === value) ?? 'text')}
          data={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
        />
      )}
      {view === 'html' && html !== null ? (
        <iframe className={classes.frame} title={t('view.frame')} sandbox="" srcDoc={html} />
      ) : (
        <pre className={classes.text}>{text}</pre>
      )}
    </Stack>
  );
}
