import { rankOfSeverity } from '@belfry/schemas/domain/alerts';
import type { AlertDecision, AlertFilter, AlertReason } from '@belfry/schemas/http/alert-feeds';
import type { AlertSummary, InfoSummary } from './cap/summary.ts';

export type KnownAlerts = {
  cancelled: boolean;
  superseded: boolean;
  /** The highest severity of the alerts that started the trigger and to which this one refers; null where none has. */
  startedRank: number | null;
};
export type DecisionContext = {
  filter: AlertFilter;
  places: number;
  /** Alerts of before start nothing; null: of whatever time. */
  armedAt: Date | null;
  now: Date;
  known: KnownAlerts;
};
export type Decided = {
  decision: AlertDecision;
  reason: AlertReason | null;
  info: InfoSummary | null;
  startedRank: number | null;
};

/** An alert without an end is over so long after it was sent. */
const NO_END_MS = 24 * 3_600_000;
/** Clocks of senders may be ahead by so much. */
const AHEAD_MS = 5 * 60_000;

export const isDrillStatus = (status: AlertSummary['status']): boolean => status === 'Exercise' || status === 'Test';

/**
 * A Cancel, or a message that says in every language that the danger is over, ends what earlier alerts have started.
 */
export const isEnd = ({ msgType, infos }: AlertSummary): boolean =>
  msgType === 'Cancel' ||
  ((msgType === 'Alert' || msgType === 'Update') && infos.length > 0 && infos.every(({ allClear }) => allClear));

/** An alert that is not in force yet is decided at a later reading. */
export function isEarly({ sent, infos }: AlertSummary, now: Date): boolean {
  const isLater = (at: Date): boolean => at.getTime() > now.getTime() + AHEAD_MS;
  return (
    isLater(sent) || (infos.length > 0 && infos.every(({ effective }) => effective !== undefined && isLater(effective)))
  );
}

/** Alerts have times of whole seconds. */
const wholeSecond = (time: Date): number => Math.floor(time.getTime() / 1_000) * 1_000;

/**
 * Decides what an alert does. It starts the trigger where one block of information passes the whole filter; an update of what has started it before
 * does so again only where it is more severe than that. What ends something is decided by what it refers to, elsewhere.
 */
export function decideAlert(alert: AlertSummary, context: DecisionContext): Decided {
  const { msgType, status, scope, sent, infos } = alert;
  const { armedAt, known: knownLinks } = context;
  const [first = null] = infos;
  const no = (decision: AlertDecision, reason: AlertReason | null = null, info = first): Decided => ({
    decision,
    reason,
    info,
    startedRank: null,
  });
  if (status === 'System' || status === 'Draft') return no('ignored', 'status');
  if (msgType === 'Ack' || msgType === 'Error') return no('ignored', 'message_type');
  if (scope !== 'Public') return no('filtered', 'scope');
  if (isEnd(alert)) return no('ended');
  if (knownLinks.cancelled) return no('cancelled');
  if (knownLinks.superseded) return no('superseded');
  const inForce = infos.filter((info) => endOf(info, sent) > context.now.getTime());
  if (inForce.length === 0) return no('expired');
  const judged = inForce.map((info) => ({ info, fault: findFault(info, context) }));
  const passing = judged.filter(({ fault }) => fault === null).map(({ info }) => info);
  const [info] = passing.toSorted((one, other) => rankOfSeverity(other.severity) - rankOfSeverity(one.severity));
  if (!info) return filtered(judged);
  if (armedAt && sent.getTime() < wholeSecond(armedAt)) return no('before', null, info);
  const rank = rankOfSeverity(info.severity);
  const before = msgType === 'Update' ? knownLinks.startedRank : null;
  if (before !== null && before >= rank) return { decision: 'repeated', reason: null, info, startedRank: null };
  return { decision: isDrillStatus(status) ? 'drill' : 'started', reason: null, info, startedRank: rank };
}

const endOf = ({ expires }: InfoSummary, sent: Date): number => expires?.getTime() ?? sent.getTime() + NO_END_MS;

/** In this order; what comes last was nearest to starting something. */
const FAULTS = [
  'all_clear',
  'event',
  'severity',
  'urgency',
  'certainty',
  'geocode',
  'no_coordinates',
  'area',
] as const satisfies readonly AlertReason[];
type Fault = (typeof FAULTS)[number];

function findFault(info: InfoSummary, { filter, places }: DecisionContext): Fault | null {
  if (info.allClear) return 'all_clear';
  if (!info.isAsked) return 'event';
  const { severities, urgencies, certainties } = filter;
  if (severities.length > 0 && !severities.includes(info.severity)) return 'severity';
  if (urgencies.length > 0 && !urgencies.includes(info.urgency)) return 'urgency';
  if (certainties.length > 0 && !certainties.includes(info.certainty)) return 'certainty';
  return findAreaFault(info, filter, places);
}

/** Codes and coordinates are two ways to say where, so one of them suffices. */
function findAreaFault(
  { hasGeocode, hasPlace }: InfoSummary,
  { geocodes, near }: AlertFilter,
  places: number,
): Fault | null {
  if (geocodes.length > 0 && hasGeocode) return null;
  if (!near) return geocodes.length > 0 ? 'geocode' : null;
  if (hasPlace) return null;
  return places === 0 ? 'no_coordinates' : 'area';
}

function filtered(judged: readonly { info: InfoSummary; fault: Fault | null }[]): Decided {
  const rank = ({ fault }: (typeof judged)[number]): number => (fault === null ? -1 : FAULTS.indexOf(fault));
  const [nearest] = judged.toSorted((one, other) => rank(other) - rank(one));
  return { decision: 'filtered', reason: nearest?.fault ?? null, info: nearest?.info ?? null, startedRank: null };
}

export function rowOf(alert: AlertSummary, { decision, reason, info, startedRank }: Decided) {
  const { key, refs, identifier, sender, sent, status, msgType, repairs } = alert;
  return {
    alert_key: key,
    refs,
    is_drill: isDrillStatus(status),
    identifier,
    sender,
    sent,
    message_type: msgType,
    status,
    event: info?.event ?? null,
    headline: info?.headline ?? null,
    severity: info?.severity ?? null,
    area: info?.area ?? null,
    expires: info?.expires ?? null,
    decision,
    reason,
    started_rank: startedRank,
    detail: repairs,
  };
}
