import type { AlertDecision, FeedAlert } from '@belfry/schemas/http/alert-feeds';
import { ALERT_SEVERITIES } from '@belfry/schemas/domain/alerts';
import { Group } from '@mantine/core';
import { Dot, type RowState } from '../../kit/list/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useTimes } from '../../lib/times.ts';
import classes from './alert-feeds.module.css';

const DOTS: Record<AlertDecision, RowState> = {
  started: 'ok',
  drill: 'ok',
  repeated: 'off',
  ended: 'ok',
  filtered: 'off',
  expired: 'off',
  superseded: 'off',
  cancelled: 'off',
  before: 'off',
  ignored: 'off',
  invalid: 'wrong',
};

type Shown = Omit<FeedAlert, 'decision_id' | 'at' | 'firing_id' | 'firing_state' | 'run_id'> &
  Partial<Pick<FeedAlert, 'at' | 'firing_state'>>;

export function AlertLine({ alert }: { alert: Shown }) {
  const { t } = useTranslation(['alert-feeds', 'triggers']);
  const { moment } = useTimes();
  const { headline, event, severity, area, sent, expires, at, sender, decision, reason, detail, firing_state } = alert;
  // What could not be read has no other name.
  const name = decision === 'invalid' ? alert.identifier : null;
  const level = ALERT_SEVERITIES.find((each) => each === severity);
  const title = [headline, event].find((text) => text !== null && text !== '') ?? t('line.untitled');
  const facts = [
    name,
    level && t(`severity.${level}`),
    area,
    sent !== null && t('line.sent', { at: moment(sent) }),
    expires !== null && t('line.expires', { at: moment(expires) }),
    sender,
    sent === null && at !== undefined && moment(at),
  ].filter((fact) => typeof fact === 'string' && fact !== '');
  const became =
    firing_state && firing_state !== decision && decision !== 'ended'
      ? t(`triggers:history.states.${firing_state}`)
      : null;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <strong>{title}</strong>
        <Dot
          state={DOTS[decision]}
          text={[t(`decision.${decision}`), became].filter((word) => word !== null).join(': ')}
        />
      </Group>
      {facts.length > 0 && <span className={classes.detail}>{facts.join(' · ')}</span>}
      {reason !== null && <span>{t(`reason.${reason}`)}</span>}
      {detail !== null && <span>{detail}</span>}
    </>
  );
}
