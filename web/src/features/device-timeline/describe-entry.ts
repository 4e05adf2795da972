import type { TimelineEntry } from '@belfry/schemas/http/device-timeline/timeline';
import type { TimelineType } from '@belfry/schemas/http/device-timeline/timeline-positions';
import { isAuditField } from '../../lib/audit-fields.ts';
import { describeReason } from '../../lib/reasons.ts';
import { formatTenth } from '../../lib/format.ts';
import type { TFunction } from '../../lib/translation.ts';

type EntryText = { title: string; lines: string[]; tone: 'success' | 'error' | 'warning' | 'company' | 'gray' };
type T = TFunction<['device-timeline', 'commands', 'announcements', 'reasons', 'audit']>;
type Of<K extends TimelineType> = Extract<TimelineEntry, { type: K }>;
type Describe<K extends TimelineType> = (entry: Of<K>, t: T, locale: string) => EntryText;

const lines = (...parts: (string | false | null | undefined)[]): string[] =>
  parts.filter((line) => typeof line === 'string' && line !== '') as string[];

const ACTIONS = [
  'device.create',
  'device.delete',
  'device.edit',
  'device.bulk',
  'device.configure',
  'device.rotate-key',
  'device.register',
  'device.pair',
  'device.replace',
  'network_speaker.create',
  'network_speaker.change',
  'network_speaker.delete',
  'device.claim',
  'device.bind',
  'device.unbind',
  'device.approve-claim',
  'device.reject-claim',
  'device.approve-enrolment',
  'device.reject-enrolment',
  'command.send',
] as const;

function titleOfAction(action: string, t: T): string {
  const auditAction = ACTIONS.find((each) => each === action);
  return auditAction ? t(`audit.${auditAction}`) : action;
}

/** A field of a device in words; ids and the like have none. */
const nameOf = (field: string, t: T): string | null => (isAuditField(field) ? t(`audit:field.${field}`) : null);

/** The fields that have words. */
function fieldsOf(fields: readonly string[], t: T): string | null {
  const names = new Set(fields.flatMap((field) => nameOf(field, t) ?? []));
  return names.size > 0 ? t('audit.fields', { fields: [...names].join(', ') }) : null;
}

const CONNECTION_TONES = { online: 'success', offline: 'error', maintenance: 'warning' } as const;
const NOT_HEARD: ReadonlySet<string> = new Set(['failed', 'expired', 'missed', 'skipped', 'interrupted', 'offline']);
const PHASE_TONES = { saved: 'gray', applied: 'success', rejected: 'error' } as const;

const DESCRIBE: { [K in TimelineType]: Describe<K> } = {
  connection: ({ status, silent }, t) => ({
    title: t(`connection.${status}`),
    lines: lines(silent && t('connection.silent')),
    tone: CONNECTION_TONES[status],
  }),
  command: (entry, t, locale) => ({
    title: t(entry.broadcast ? 'command.broadcast' : 'command.sent', { command: t(`commands:name.${entry.command}`) }),
    lines: lines(
      phasesOf(entry, t, locale),
      entry.state === 'failed' || entry.state === 'timed_out' ? entry.error : null,
    ),
    tone: entry.state === 'succeeded' ? 'success' : entry.state === 'failed' ? 'error' : 'company',
  }),
  announcement: ({ kind, title, state, started_at, finished_at, ...entry }, t, locale) => {
    const isSent = state === 'finished' && entry.reason_code === 'sent';
    return {
      title: t('announcement.title', { kind: t(`announcements:kind.${kind}`), title }),
      lines: lines(
        lasting(t(`announcements:delivery.${isSent ? 'only_sent' : state}`), { started_at, finished_at }, t, locale),
        describeReason(entry, t),
      ),
      tone: isSent ? 'company' : state === 'finished' ? 'success' : NOT_HEARD.has(state) ? 'error' : 'company',
    };
  },
  configuration: ({ phase, version, rejected }, t) => ({
    title: t(`configuration.${phase}`, { version }),
    lines: Object.entries(rejected).map(([field, reason]) => `${nameOf(field, t) ?? field}: ${reason}`),
    tone: PHASE_TONES[phase],
  }),
  firmware: ({ version, previous }, t) => ({
    title: previous === null ? t('firmware.first', { version }) : t('firmware.changed', { version, previous }),
    lines: [],
    tone: 'company',
  }),
  owner: ({ owned, owner, previous }, t) => ({
    title: owned ? (owner ? t('owner.named', { name: owner.name }) : t('owner.hidden')) : t('owner.none'),
    lines: lines(previous && t('owner.previous', { name: previous.name })),
    tone: 'warning',
  }),
  binding: ({ bound, company_name }, t) => ({
    title: bound
      ? company_name === null
        ? t('binding.bound')
        : t('binding.to', { name: company_name })
      : t('binding.unbound'),
    lines: [],
    tone: 'company',
  }),
  audit: ({ action, fields }, t) => ({
    title: titleOfAction(action, t),
    lines: lines(fieldsOf(fields, t)),
    tone: 'gray',
  }),
};

function phasesOf({ state, execution_time_ms: ms }: Of<'command'>, t: T, locale: string): string {
  const text = t(`commands:state.${state}`);
  return ms === null || ms === 0 ? text : t('command.took', { state: text, seconds: formatTenth(ms / 1_000, locale) });
}

type Times = Pick<Of<'announcement'>, 'started_at' | 'finished_at'>;

function lasting(state: string, { started_at, finished_at }: Times, t: T, locale: string): string {
  if (started_at === null || finished_at === null) return state;
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1_000;
  return t('announcement.lasted', { state, seconds: formatTenth(Math.max(seconds, 0), locale) });
}

export function describeEntry(entry: TimelineEntry, t: T, locale: string): EntryText {
  // The table has a function for each type, which TypeScript cannot relate to the type of this entry.
  const describe = DESCRIBE[entry.type] as Describe<TimelineType>;
  const text = describe(entry, t, locale);
  const limited = 'limited' in entry && entry.limited;
  return limited ? { ...text, lines: [...text.lines, t('limited')] } : text;
}

type TimelineDay = { day: string; entries: TimelineEntry[] };

/** Entries by the day on which they happened, in their order. `dayOf` formats a time as a day. */
export function byDay(entries: readonly TimelineEntry[], dayOf: (at: string) => string): TimelineDay[] {
  return [...Map.groupBy(entries, ({ at }) => dayOf(at))].map(([day, ofDay]) => ({ day, entries: ofDay }));
}
