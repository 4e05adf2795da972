import { missedOf } from '@belfry/schemas/http/announcements/receipts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount, formatPercent } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { nameWithPlace } from '../../lib/name-with-place.ts';
import { useTranslation } from '../../lib/translation.ts';
import type { Delivery, RunDetails } from '../../features/announcements/announcements-api.ts';
import { Section } from '../detail/index.ts';
import { Dot } from '../list/index.ts';
import { type Missed, useWhyMissed } from './why-missed.ts';
import classes from './receipt.module.css';

type Props = { run: RunDetails; more: (() => void) | undefined; whenBack: ReactNode };

/** First who did not hear it, why, and where that is put right; then all places, folded. */
export function ReceiptPlaces({ run, more, whenBack }: Props) {
  const { t } = useTranslation('receipt');
  const locale = useLocale();
  const { rows, receipt } = run;
  const missed = receipt.is_over ? rows.filter(({ heard, sent }) => !heard && !sent) : [];
  const beyond = run.devices - rows.length;
  return (
    <>
      {missed.length > 0 && (
        <Section title={t('not_heard', { count: missedOf(receipt) })}>
          <ul className={classes.places}>
            {missed.map((delivery) => (
              <li key={delivery.serial}>
                <MissedPlace delivery={delivery} kind={run.kind} />
              </li>
            ))}
          </ul>
          {whenBack}
        </Section>
      )}
      <details className={classes.all}>
        <summary>
          {t('all_places', { count: receipt.devices, formatted: formatCount(receipt.devices, locale) })}
        </summary>
        <ul className={classes.places}>
          {rows.map((delivery) => (
            <li key={delivery.serial}>
              <AnyPlace delivery={delivery} run={run} />
            </li>
          ))}
        </ul>
        {more && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={more}>
            {t('more_places')}
          </Button>
        )}
        {!more && beyond > 0 && <p>{t('beyond', { count: beyond, formatted: formatCount(beyond, locale) })}</p>}
      </details>
    </>
  );
}

function MissedPlace({ delivery, kind }: { delivery: Delivery; kind: RunDetails['kind'] }) {
  const whyOf = useWhyMissed();
  const { t } = useTranslation('receipt');
  const why: Missed = whyOf(delivery, kind);
  return (
    <span className={classes.place}>
      <Dot state="wrong" text={t('state.look')} hidden />
      <span className={classes.name} title={delivery.path}>
        {nameWithPlace(delivery.path, delivery.place)}
      </span>
      <span className={classes.why}>{why.text}</span>
      {delivery.company_id !== null && why.cure !== null && (
        <Link className={classes.cure} to={`/places/${delivery.company_id}?tab=${why.cure}`}>
          {t(`cure.${why.cure}`)}
        </Link>
      )}
    </span>
  );
}

function AnyPlace({ delivery, run }: { delivery: Delivery; run: RunDetails }) {
  const { t } = useTranslation('receipt');
  const whyOf = useWhyMissed();
  const locale = useLocale();
  const { heard, sent, voice, language, rendered_by, frames } = delivery;
  const percentOf = (figures: Delivery['frames']): string | null =>
    figures && figures.frames + figures.lost > 0
      ? t('heard_percent', { percent: formatPercent((100 * figures.frames) / (figures.frames + figures.lost), locale) })
      : null;
  const state = heard ? 'ok' : run.receipt.is_over && !sent ? 'wrong' : 'off';
  const stateText = sent ? t('sent_it') : t(heard ? 'heard_it' : state === 'off' ? 'state.off' : 'state.look');
  return (
    <span className={classes.place}>
      <Dot state={state} text={stateText} hidden />
      <span className={classes.name} title={delivery.path}>
        {nameWithPlace(delivery.path, delivery.place)}
      </span>
      <span className={classes.why}>
        {heard || sent
          ? [
              sent && t('sent_it'),
              language,
              rendered_by === undefined ? voice : t('instead', { other: rendered_by, voice }),
              percentOf(frames),
            ]
              .filter(Boolean)
              .join(' · ')
          : whyOf(delivery, run.kind).text}
      </span>
    </span>
  );
}
