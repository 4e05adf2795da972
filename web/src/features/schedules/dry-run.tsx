import { Button, Paper, Stack, Text, TextInput, Alert, Badge, List, Title } from '@mantine/core';
import { IconZoomQuestion } from '@tabler/icons-react';
import { skipToken } from '@reduxjs/toolkit/query';
import { useContext, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import type { DryRun } from '@belfry/schemas/http/schedules/dry-run';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { TimeZone, timesIn, useOtherZone } from '../../lib/times.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useReason } from '../../lib/reasons.ts';
import { formatLanguageOfCountry } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { Facts } from '../../ui/card.tsx';
import { PagePlace, SchedulePlace, useScheduleAddress, useSchedulePlace } from '../places/index.ts';
import { wallTime } from '../../lib/local-time.ts';
import { useGetDryRunQuery } from './schedules-api.ts';
import { useTypeText } from './schedule-values.ts';
import classes from './schedules.module.css';

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

export function DryRunPanel() {
  const { t } = useTranslation('dry-run');
  const { address, go } = useScheduleAddress();
  const page = useContext(PagePlace);
  const own = useContext(TimeZone);
  const zone = page?.time_zone ?? own;
  const [now] = useState(() => wallTime(Date.now(), zone));
  const { first: node } = useSchedulePlace();
  const named = address.get('at') ?? '';
  const [typed, setTyped] = useState(LOCAL.test(named) ? named : now);
  const run = (): void => go({ node, at: typed });
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('lead')}
      </Text>
      <Paper
        component="form"
        withBorder
        p="md"
        maw={640}
        aria-label={t('title')}
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <Stack gap="sm">
          <SchedulePlace label={t('node')} hint={t('node_hint')} value={node} isNeeded={node !== null} />
          <TextInput
            label={t('at')}
            description={t('at_hint')}
            type="datetime-local"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" disabled={node === null || typed === ''}>
            {t('run')}
          </Button>
        </Stack>
      </Paper>
      {/* On the page of a place nothing needs to be chosen first. */}
      <Result node={node} at={LOCAL.test(named) ? named : page ? now : null} />
    </Stack>
  );
}

function Result({ node, at }: { node: number | null; at: string | null }) {
  const { t } = useTranslation('dry-run');
  const errorText = useErrorMessage();
  const { data, error, isFetching, refetch } = useGetDryRunQuery(
    node === null || at === null ? skipToken : { company_id: node, at },
  );
  if (node === null || at === null) {
    return (
      <Paper withBorder>
        <EmptyState icon={<IconZoomQuestion size={24} />} title={t('choose')} />
      </Paper>
    );
  }
  if (error) {
    const message = errorText(error, t('failed'));
    return <ErrorState message={message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return data ? <DryRunResult run={data} /> : <LineSkeletons count={8} />;
}

/** What a place hears at an instant and why, in its own time zone; see PLAN-8. */
export function DryRunResult({ run }: { run: DryRun }) {
  const { t } = useTranslation('dry-run');
  const locale = useLocale();
  const times = timesIn(locale, run.time_zone);
  const zone = useOtherZone()(run.time_zone);
  return (
    <Stack gap="md" aria-live="polite">
      <Facts
        facts={[
          [t('facts.at'), [times.moment(run.at), zone].filter(Boolean).join(' ')],
          [t('facts.time_zone'), run.time_zone],
          [t('facts.language'), formatLanguageOfCountry(run.language, locale)],
          [t('facts.voice'), run.voice],
          [t('facts.volume_max'), String(run.volume_max)],
          [t('facts.quiet'), t(run.quiet ? 'quiet_yes' : 'quiet_no')],
        ]}
      />
      <HeardList run={run} />
      <Conflicts run={run} />
    </Stack>
  );
}

function HeardList({ run }: { run: DryRun }) {
  const { t } = useTranslation('dry-run');
  const typeText = useTypeText();
  const reasonOf = useReason();
  const times = timesIn(useLocale(), run.time_zone);
  const zone = useOtherZone()(run.time_zone);
  return (
    <section>
      <Title order={2} size="h6" mb="xs">
        {t('heard')}
      </Title>
      {run.heard.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('nothing')}
        </Text>
      ) : (
        <ul className={classes.heard} aria-label={t('heard')}>
          {run.heard.map((each) => (
            <Paper key={`${each.source} ${each.schedule_id} ${each.at} ${each.draft}`} component="li" withBorder p="sm">
              <span className={classes.name}>
                <Text span fw={600} size="sm">
                  {each.name}
                </Text>
                <Badge variant="light" color={each.plays ? 'success' : 'gray'} tt="none">
                  {t(each.plays ? 'plays' : 'plays_not')}
                </Badge>
                {each.draft && (
                  <Badge variant="light" color="purple" tt="none">
                    {t('draft')}
                  </Badge>
                )}
              </span>
              <Text size="xs" c="dimmed">
                {each.source === 'day_programme' ? t('day_programme') : typeText(each.type)} · {times.time(each.at)}
                {each.until !== null && ` ${t('until', { time: times.time(each.until) })}`}
                {zone !== null && ` ${zone}`}
              </Text>
              <Text size="sm">{reasonOf(each)}</Text>
            </Paper>
          ))}
        </ul>
      )}
    </section>
  );
}

export function Conflicts({ run: { conflicts } }: { run: DryRun }) {
  const { t } = useTranslation('dry-run');
  const list = new Intl.ListFormat(useLocale());
  if (conflicts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('no_conflicts')}
      </Text>
    );
  }
  return (
    <Alert color="warning" title={t('conflicts')} p="sm">
      <List size="sm">
        {conflicts.map(({ code, names, winner }) => (
          <List.Item key={`${code} ${names.join(' ')}`}>
            {t(`conflict.${code}`, { names: list.format(names.map((name) => t('quoted', { name }))), winner })}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
