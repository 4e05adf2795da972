import { zoneCity } from '@belfry/schemas/domain/zone-cities';
import { Alert, List, Stack, Text } from '@mantine/core';
import type { DryRun } from '@belfry/schemas/http/schedules/dry-run';
import { Dot } from '../../../kit/list/index.ts';
import { formatLanguageOfCountry } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useReason } from '../../../lib/reasons.ts';
import { timesIn, useOtherCity } from '../../../lib/times.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { Facts } from '../../../ui/card.tsx';
import { useTypeText } from '../schedule-values.ts';
import classes from '../schedules.module.css';

/** What a place hears at an instant and why, in its own time zone; see PLAN-8. */
export function DryRunResult({ run }: { run: DryRun }) {
  const { t } = useTranslation('dry-run');
  const locale = useLocale();
  const times = timesIn(locale, run.time_zone);
  const city = useOtherCity()(run.time_zone);
  return (
    <Stack gap="md" aria-live="polite">
      <HeardList run={run} />
      <Conflicts run={run} />
      <Facts
        facts={[
          [t('facts.at'), [times.moment(run.at), city].filter(Boolean).join(' ')],
          [t('facts.time_zone'), zoneCity(run.time_zone, locale)],
          [t('facts.language'), formatLanguageOfCountry(run.language, locale)],
          [t('facts.voice'), run.voice],
          [t('facts.volume_max'), String(run.volume_max)],
          [t('facts.quiet'), t(run.quiet ? 'quiet_yes' : 'quiet_no')],
        ]}
      />
    </Stack>
  );
}

function HeardList({ run }: { run: DryRun }) {
  const { t } = useTranslation('dry-run');
  const typeText = useTypeText();
  const reasonOf = useReason();
  const times = timesIn(useLocale(), run.time_zone);
  const city = useOtherCity()(run.time_zone);
  return (
    <section>
      {run.heard.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('nothing')}
        </Text>
      ) : (
        <ul className={classes.heard} aria-label={t('heard')}>
          {run.heard.map((each) => (
            <li key={`${each.source} ${each.schedule_id} ${each.at} ${each.draft}`}>
              <span className={classes.name}>
                <Text span fw={600} size="sm">
                  {each.name}
                </Text>
                <Dot state={each.plays ? 'ok' : 'off'} text={t(each.plays ? 'plays' : 'plays_not')} />
                {each.draft && (
                  <Text span size="sm" c="dimmed">
                    {t('draft')}
                  </Text>
                )}
              </span>
              <Text size="xs" c="dimmed">
                {each.source === 'day_programme' ? t('day_programme') : typeText(each.type)} · {times.time(each.at)}
                {each.until !== null && ` ${t('until', { time: times.time(each.until) })}`}
                {city !== null && ` ${city}`}
              </Text>
              <Text size="sm">{reasonOf(each)}</Text>
            </li>
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
