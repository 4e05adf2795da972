import { alarmKind, ALARM_KINDS, type AlarmKind, type AlarmKindFrom } from '@belfry/schemas/domain/alarms';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import { DEVICE_KINDS, deviceSubject, type Reading } from '../kinds/index.ts';
import { effectiveRule } from '../rule-settings.ts';
import { lockAlarms, storeChanges, type Change } from './conditions.repository.ts';
import { findDeviceFacts, type DevicesAsked, type KnownDevice } from './device-facts.repository.ts';
import { findAbove, findRules } from './nodes.repository.ts';

type DeviceKindName = AlarmKindFrom<'device'>;
const KINDS = ALARM_KINDS.filter((kind): kind is DeviceKindName => kind in DEVICE_KINDS);

type Read = { device: KnownDevice; kind: DeviceKindName; reading: NonNullable<Reading> };

/**
 * Compares the last state of devices with what is known of them, and stores the conditions that have begun or ended: with one
 * statement where nothing has.
 * @param lowest the lowest threshold of each kind that a rule sets
 * @returns the greatest id of the devices that were looked at; null if there were none
 */
export async function observeDevices(
  db: Kysely<Database>,
  asked: DevicesAsked,
  { now, lowest }: { now: number; lowest: ReadonlyMap<string, number> },
): Promise<number | null> {
  const devices = await findDeviceFacts(db, asked, now);
  const read = devices.flatMap(readDevice);
  const thresholds = await findThresholds(db, read, lowest);
  const changes = devices.flatMap((device) => endedOfUnsupervised(device, now));
  for (const one of read) {
    const change = changeOf(one, thresholds(one), now);
    if (change) changes.push(change);
  }
  if (changes.length > 0)
    await transact(db, async (trx) => {
      await lockAlarms(trx);
      await storeChanges(trx, changes, now);
    });
  return devices.at(-1)?.device_id ?? null;
}

function readDevice(device: KnownDevice): Read[] {
  const { facts } = device;
  if (facts === null) return [];
  return KINDS.flatMap((kind) => {
    const reading = DEVICE_KINDS[kind].read(facts);
    return reading === null ? [] : [{ device, kind, reading }];
  });
}

const endedOfUnsupervised = (device: KnownDevice, now: number): Change[] =>
  device.facts === null
    ? device.bad.map((kind) => toChange(device, kind, { bad: false, since: now, value: null }))
    : [];

/**
 * The threshold of the rules at the node of each device whose value is above the lowest one of all rules; others are below theirs in any
 * case, so that the rules of few nodes are read.
 */
async function findThresholds(
  db: Kysely<Database>,
  read: readonly Read[],
  lowest: ReadonlyMap<string, number>,
): Promise<(one: Read) => number> {
  const defaultOf = (kind: AlarmKind): number => alarmKind(kind).threshold?.default ?? Infinity;
  const asked = read.filter(
    ({ kind, reading }) =>
      lowest.has(kind) && 'value' in reading && reading.value > Math.min(lowest.get(kind) ?? Infinity, defaultOf(kind)),
  );
  const above = await findAbove(db, [...new Set(asked.flatMap(({ device: { facts } }) => facts?.company_id ?? []))]);
  const rules = await findRules(db, [...new Set([...above.values()].flat())]);
  return ({ kind, device: { facts } }) => {
    const nodes = above.get(facts?.company_id ?? 0);
    const limit = nodes && effectiveRule(kind, nodes, rules).threshold.value;
    return limit ?? defaultOf(kind);
  };
}

function changeOf({ device, kind, reading }: Read, threshold: number, now: number): Change | null {
  const value = 'value' in reading ? reading.value : null;
  const bad = 'value' in reading ? reading.value > threshold : reading.bad;
  if (bad === device.bad.includes(kind)) return null;
  const since = bad && 'since' in reading ? Math.min(reading.since ?? now, now) : now;
  const detail = 'detail' in reading ? reading.detail : null;
  return { ...toChange(device, kind, { bad, since, value }), detail: detail ?? null };
}

const toChange = (
  { device_id, owner_id, facts }: KnownDevice,
  kind: AlarmKind,
  { bad, since, value }: Pick<Change, 'bad' | 'since' | 'value'>,
): Change => ({
  kind,
  subject: deviceSubject(device_id),
  owner_id,
  device_id,
  company_id: facts?.company_id ?? null,
  bad,
  since,
  value,
});
