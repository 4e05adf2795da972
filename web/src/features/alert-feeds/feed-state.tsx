import type { Trigger } from '@belfry/schemas/http/triggers/triggers';
import { useTranslation } from '../../lib/translation.ts';
import { useLinkReason } from '../../lib/reasons.ts';
import { useTimes } from '../../lib/times.ts';
import classes from './alert-feeds.module.css';

export function FeedState({ trigger: { feed, enabled } }: { trigger: Pick<Trigger, 'feed' | 'enabled'> }) {
  const { t } = useTranslation('alert-feeds');
  const { moment } = useTimes();
  const reasonOf = useLinkReason();
  if (feed === null) return null;
  const { last_read_at, failing_since, last_error, has_more, invalid_today } = feed;
  return (
    <>
      {(enabled || last_read_at !== null) && (
        <span className={classes.detail}>
          {last_read_at === null ? t('state.never') : t('state.read', { at: moment(last_read_at) })}
          {has_more && ` ${t('state.has_more')}`}
        </span>
      )}
      {invalid_today > 0 && <span className={classes.failing}>{t('state.invalid', { count: invalid_today })}</span>}
      {failing_since !== null && (
        <span className={classes.failing} title={last_error ?? undefined}>
          {t('state.failing', { at: moment(failing_since), reason: last_error === null ? '' : reasonOf(last_error) })}
        </span>
      )}
    </>
  );
}
