import { ALERT_CERTAINTIES, ALERT_SEVERITIES, ALERT_URGENCIES } from '@belfry/schemas/domain/alerts';
import {
  FEED_HOSTS_MAX,
  FEED_INTERVAL_S,
  FEED_URL_MAX,
  FEED_WORD_MAX,
  FEED_WORDS_MAX,
  type FeedPreview as Preview,
} from '@belfry/schemas/http/alert-feeds';
import { MultiSelect, NumberInput, Stack, Switch, TagsInput, Text, TextInput, Alert, Button } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { type FeedDraft, feedSourceOf } from './feed-draft.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import classes from './alert-feeds.module.css';
import { AlertLine } from './alert-line.tsx';
import { usePreviewAlertFeedMutation } from './alert-feeds-api.ts';

type Props = {
  feed: FeedDraft;
  node: number | null;
  canEnd: boolean;
  onChange: (feed: FeedDraft) => void;
};

export function FeedFields({ feed, node, canEnd, onChange }: Props) {
  const { t } = useTranslation('alert-feeds');
  const edit = (changed: Partial<FeedDraft>): void => onChange({ ...feed, ...changed });
  return (
    <Stack gap="sm">
      <TextInput
        required
        type="url"
        label={t('form.url')}
        description={t('form.url_hint')}
        placeholder="https://alerts.example.org/feed.xml"
        maxLength={FEED_URL_MAX}
        value={feed.url}
        onChange={({ currentTarget }) => edit({ url: currentTarget.value })}
      />
      <NumberInput
        required
        label={t('form.every')}
        description={t('form.every_hint')}
        min={FEED_INTERVAL_S.min / 60}
        max={FEED_INTERVAL_S.max / 60}
        allowDecimal={false}
        value={Math.round(feed.every_s / 60)}
        onChange={(minutes) => edit({ every_s: Math.max(FEED_INTERVAL_S.min, Number(minutes) * 60) })}
      />
      <TagsInput
        label={t('form.hosts')}
        description={t('form.hosts_hint')}
        maxTags={FEED_HOSTS_MAX}
        value={[...feed.hosts]}
        onChange={(hosts) => edit({ hosts })}
      />
      <Text fw={600}>{t('form.filter')}</Text>
      <WhatFields feed={feed} edit={edit} />
      <WhereFields feed={feed} edit={edit} />
      {canEnd && (
        <Switch
          label={t('form.ends')}
          description={t('form.ends_hint')}
          checked={feed.ends}
          onChange={({ currentTarget }) => edit({ ends: currentTarget.checked })}
        />
      )}
      <FeedPreview feed={feed} node={node} />
    </Stack>
  );
}

type PartProps = { feed: FeedDraft; edit: (changed: Partial<FeedDraft>) => void };

function WhatFields({ feed, edit }: PartProps) {
  const { t } = useTranslation('alert-feeds');
  const hint = (choices: readonly string[]): string => (choices.length === 0 ? t('form.all') : '');
  return (
    <>
      <TagsInput
        label={t('form.events')}
        description={t('form.events_hint')}
        placeholder={hint(feed.events)}
        maxTags={FEED_WORDS_MAX}
        maxLength={FEED_WORD_MAX}
        value={[...feed.events]}
        onChange={(events) => edit({ events })}
      />
      <MultiSelect
        label={t('form.severities')}
        placeholder={hint(feed.severities)}
        data={ALERT_SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
        value={[...feed.severities]}
        onChange={(choices) => edit({ severities: ALERT_SEVERITIES.filter((each) => choices.includes(each)) })}
      />
      <MultiSelect
        label={t('form.urgencies')}
        placeholder={hint(feed.urgencies)}
        data={ALERT_URGENCIES.map((value) => ({ value, label: t(`urgency.${value}`) }))}
        value={[...feed.urgencies]}
        onChange={(choices) => edit({ urgencies: ALERT_URGENCIES.filter((each) => choices.includes(each)) })}
      />
      <MultiSelect
        label={t('form.certainties')}
        placeholder={hint(feed.certainties)}
        data={ALERT_CERTAINTIES.map((value) => ({ value, label: t(`certainty.${value}`) }))}
        value={[...feed.certainties]}
        onChange={(choices) => edit({ certainties: ALERT_CERTAINTIES.filter((each) => choices.includes(each)) })}
      />
    </>
  );
}

function WhereFields({ feed, edit }: PartProps) {
  const { t } = useTranslation('alert-feeds');
  return (
    <>
      <TagsInput
        label={t('form.geocodes')}
        description={t('form.geocodes_hint')}
        maxTags={FEED_WORDS_MAX}
        maxLength={FEED_WORD_MAX}
        value={[...feed.geocodes]}
        onChange={(geocodes) => edit({ geocodes })}
      />
      <Switch
        label={t('form.near')}
        description={t('form.near_hint')}
        checked={feed.near}
        onChange={({ currentTarget }) => edit({ near: currentTarget.checked })}
      />
    </>
  );
}

const SHOWN_MAX = 10;

/** Reads the feed now, and shows which of its alerts would start the trigger. */
function FeedPreview({ feed, node }: { feed: FeedDraft; node: number | null }) {
  const { t } = useTranslation('alert-feeds');
  const errorText = useErrorMessage();
  const [read, { data, error, isLoading }] = usePreviewAlertFeedMutation();
  const source = feedSourceOf(feed, false);
  return (
    <Stack gap="xs" component="section" aria-label={t('preview.title')}>
      <Button
        variant="default"
        loading={isLoading}
        disabled={source === null || node === null}
        onClick={() => {
          if (source !== null && node !== null) void read({ company_id: node, source });
        }}
      >
        {t('preview.read')}
      </Button>
      <div aria-live="polite">
        {error !== undefined && <Text size="sm">{errorText(error, t('preview.failed'))}</Text>}
        {data !== undefined && error === undefined && <Found preview={data} near={feed.near} />}
      </div>
    </Stack>
  );
}

function Found({ preview: { alerts, error, has_more, coordinates }, near }: { preview: Preview; near: boolean }) {
  const { t } = useTranslation('alert-feeds');
  const starting = alerts.filter(({ decision }) => decision === 'started' || decision === 'drill');
  const others = alerts.filter((alert) => !starting.includes(alert));
  return (
    <Stack gap="xs">
      {error !== null && <Alert color="warning">{error}</Alert>}
      {near && coordinates === 0 && <Alert color="warning">{t('preview.no_coordinates')}</Alert>}
      {error === null && (
        <Text size="sm">
          {t('preview.found', { count: alerts.length })} {t('preview.starting', { count: starting.length })}
          {has_more && ` ${t('state.has_more')}`}
        </Text>
      )}
      <ul className={classes.alerts} aria-label={t('preview.title')}>
        {[...starting, ...others].slice(0, SHOWN_MAX).map((alert, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an alert without an identifier has nothing else
          <li key={`${index} ${alert.identifier ?? ''}`} className={classes.alert}>
            <AlertLine alert={alert} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}
