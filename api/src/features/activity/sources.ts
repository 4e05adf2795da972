import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import { ALARM_KINDS } from '@belfry/schemas/domain/alarms';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { ActivityQuery, ActivityRow } from '@belfry/schemas/http/activity/activity';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { TimeWindow } from '../../db/time-window.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import { canSeeRoots } from '../../policies/accounts.ts';
import {
  emergencyTargets,
  readableAlarms,
  readableAnnouncements,
  readableCommandRuns,
  readableNodes,
  speechTargets,
} from '../../policies/owners.ts';
import { findAlarmsByTime, readerOf } from '../alarms/index.ts';
import { findReceipts, type StoredReceipt } from '../announcements/index.ts';
import { findEntriesByTime, readableAudit } from '../audit/index.ts';
import { findRunsByTime, viewRuns } from '../command-runs/index.ts';
import { findMessagesByTime, toItem } from '../mail/outbox/index.ts';
import { findScenarioRunsByTime } from '../scenarios/index.ts';

/** In the order in which rows of the same instant stand. */
export const KINDS = ['alarm', 'said', 'scenario', 'commands', 'change', 'message'] as const;
export type Kind = (typeof KINDS)[number];
/** `at_us`: the instant with microseconds; `key`: its id among those of its kind. */
export type TimedRow = { at_us: string; kind: Kind; key: string; row: Wire<ActivityRow> };

type Filter = Pick<ActivityQuery, 'company_id' | 'q' | 'view'>;
/** The policies of the lists of each kind. */
export const ACTIVITY_POLICIES = {
  announcements: readableAnnouncements,
  names: readableNodes,
  alarms: readableAlarms,
  audit: readableAudit,
  commands: readableCommandRuns,
  speak: speechTargets,
  emergency: emergencyTargets,
};
export type ActivityReader = { user: Principal; policies: typeof ACTIVITY_POLICIES };
type Source = (db: Kysely<Database>, reader: ActivityReader, filter: Filter, window: TimeWindow) => Promise<TimedRow[]>;

export const saidRow = ({ at_us, by, ...receipt }: StoredReceipt): TimedRow => ({
  at_us,
  kind: 'said',
  key: receipt.run_id,
  row: { kind: 'said', id: `said:${receipt.run_id}`, at: receipt.at, receipt, by },
});

/** What each kind has in a time: the same rows for the same rights as in the list of that kind. */
export const SOURCES: Record<Kind, Source> = {
  async said(db, { user, policies: { announcements, names } }, filter, window) {
    const reader = { owners: announcements(user), names: names(user) };
    return (await findReceipts(db, reader, filter, window)).map(saidRow);
  },
  async scenario(db, { user, policies: { announcements } }, { company_id, q }, window) {
    const rows = await findScenarioRunsByTime(db, announcements(user), { company_id, q }, window);
    return rows.map(({ at_us, ...run }) => ({
      at_us,
      kind: 'scenario',
      key: String(run.scenario_run_id),
      row: { kind: 'scenario', id: `scenario:${String(run.scenario_run_id)}`, at: run.created_at, run },
    }));
  },
  async alarm(db, { user, policies: { alarms } }, { company_id, q }, window) {
    const rows = await findAlarmsByTime(db, readerOf(user, alarms), { company_id, q, kinds: kindsNamed(q) }, window);
    return rows.map(({ at_us, ...alarm }) => ({
      at_us,
      kind: 'alarm',
      key: String(alarm.alarm_id),
      row: { kind: 'alarm', id: `alarm:${alarm.alarm_id}`, at: alarm.raised_at, alarm },
    }));
  },
  async commands(db, { user, policies: { commands } }, { company_id, q }, window) {
    // A run is of many places.
    if (company_id !== undefined) return [];
    const rows = await findRunsByTime(db, commands(user), q, window);
    const runs = await viewRuns(db, rows);
    return rows.flatMap(({ id, at_us }, index): TimedRow[] => {
      const run = runs[index];
      if (!run) return [];
      return [
        { at_us, kind: 'commands', key: id, row: { kind: 'commands', id: `commands:${id}`, at: run.created_at, run } },
      ];
    });
  },
  async change(db, { user, policies: { audit } }, { view, ...filter }, window) {
    const reader = { caller: user, policy: audit };
    const rows = await findEntriesByTime(db, reader, { ...filter, alone: view === 'changes' }, window);
    return rows.map(({ at_us, ...change }) => ({
      at_us,
      kind: 'change',
      key: String(change.id),
      row: { kind: 'change', id: `change:${change.id}`, at: change.at, change },
    }));
  },
  async message(db, { user }, { company_id, q }, window) {
    if (company_id !== undefined) return [];
    const all = isAdministrator(user.role);
    const reader = { includesRoots: canSeeRoots(user) || !all, userId: all ? null : user.id, q };
    return (await findMessagesByTime(db, reader, window)).map(({ at_us, name, place, ...message }) => ({
      at_us,
      kind: 'message',
      key: String(message.id),
      row: {
        kind: 'message',
        id: `message:${message.id}`,
        at: message.created_at,
        message: toItem(message),
        to: [name, place].filter(Boolean).join(', ') || null,
        // Those of others contain codes, whose reading is audited.
        text: all ? null : message.text,
      },
    }));
  },
};

const kindsNamed = (q: string): (typeof ALARM_KINDS)[number][] => {
  const part = q.toLowerCase();
  return ALARM_KINDS.filter((kind) =>
    Object.values(ALARM_NAMES).some((names) => names[kind].toLowerCase().includes(part)),
  );
};
