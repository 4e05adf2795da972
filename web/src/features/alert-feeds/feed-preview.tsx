import type { FeedPreview as Preview } from '@belfry/schemas/http/alert-feeds';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import classes from './alert-feeds.module.css';
import { AlertLine } from './alert-line.tsx';
import { usePreviewAlertFeedMutation } from './alert-feeds-api.ts';
import { type FeedDraft, feedSourceOf } from './feed-draft.ts';

const SHOWN_MAX = 10;

/** Reads the feed now, and shows which of its alerts would start the trigger. */
export function FeedPreview({ feed, node }: { feed: FeedDraft; node: number | null }) {
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
