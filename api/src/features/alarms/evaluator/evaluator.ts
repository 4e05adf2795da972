import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { isDatabaseAway } from '../../../db/errors.ts';
import type { Logger } from '../../../log.ts';
import type { Alarms } from '../alarms.ts';
import { QUERY_KINDS, type Finding, type InstallationFacts } from '../kinds/index.ts';
import { advanceAlarms, clearAbandoned, type AdvanceOptions, type Changed } from './advance.ts';
import { isAnythingDue, findBadSubjects, lockAlarms, storeChanges, type Change } from './conditions.repository.ts';
import { findLowestThresholds } from './nodes.repository.ts';
import { observeDevices } from './observe-devices.ts';
import { storeProgress } from './progress.repository.ts';
import type { AlarmKind } from '@belfry/schemas/domain/alarms';
import { transact } from '../../../db/transact.ts';

const STEP_MS = 3_000;
/** All devices are looked at again, since a note of a commit may be lost with its process. */
const ALL_DEVICES_MS = 600_000;
/** People who change thresholds again and again do not have all devices looked at more often. */
const THRESHOLDS_MS = 30_000;
const DEVICES_AT_ONCE = 2_000;
/** The time in which devices come back after Belfry has not heard them; see presence for those that do not. */
const HEARING_AFTER_MS = 60_000;
const PROGRESS_MS = 10_000;
/** No instance has evaluated for so long: nobody was watching. */
const API_AWAY_MS = 60_000;
const ABANDONED_MS = 60_000;
const TELL_AGAIN_MS = 10_000;

type QueryKindName = keyof typeof QUERY_KINDS;
const QUERY_NAMES = Object.keys(QUERY_KINDS) as QueryKindName[];

export type AlarmEvaluatorOptions = {
  /** Uses connections that end when this instance loses its leases. */
  db: Kysely<Database>;
  log: Logger;
  alarms: Pick<Alarms, 'names' | 'tell'>;
  facts: Omit<InstallationFacts, 'receiving'>;
  /** The shards of which this instance evaluates the devices. The holder of shard 0 decides about all alarms. */
  shards: () => { held: readonly number[]; shards: number };
  /** Since when all messages of devices have been received and stored without delay; null while they are not. */
  healthySince: () => number | null;
  /** Called with the owners whose alarms have changed, and null for the installation. */
  onChanged: (owners: ReadonlySet<number | null>) => void;
};

export type AlarmEvaluator = {
  noteDevices: (serials: readonly string[]) => void;
  /** All devices are to be looked at now, since there are other shards. */
  noteAll: () => void;
  noteThresholds: () => void;
  wake(): void;
  /** Looks at what has changed, and raises and clears what is due. Called every three seconds. */
  step(now?: number): Promise<void>;
  start(): void;
  stop(): void;
};

/** Evaluates the alarms of the devices in the shards of this instance, and as the holder of shard 0 everything else. */
export function createAlarmEvaluator(options: AlarmEvaluatorOptions): AlarmEvaluator {
  const { db, log, alarms, shards, healthySince, onChanged } = options;
  const devices = createDeviceWatch(db);
  const installation = createInstallationWatch(options);
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let running = false;
  const last = { abandoned: 0, told: 0 };

  async function step(now = Date.now()): Promise<void> {
    const owned = shards();
    if (owned.held.length === 0) return;
    await devices.observe(owned, now);
    if (!owned.held.includes(0)) return installation.forget();
    const since = healthySince();
    const hearing = since !== null && now - since >= HEARING_AFTER_MS;
    await installation.observe(now, hearing);
    const changed = await decide({ now, hearing, listeners: alarms.names() });
    if (changed.size > 0) onChanged(changed);
    if (changed.size > 0 || now - last.told >= TELL_AGAIN_MS) {
      last.told = now;
      await alarms.tell();
    }
  }

  async function decide(how: AdvanceOptions): Promise<Changed> {
    const changed: Changed = (await isAnythingDue(db, how.now)) ? await advanceAlarms(db, how) : new Set();
    if (how.now - last.abandoned < ABANDONED_MS) return changed;
    last.abandoned = how.now;
    return changed.union(await clearAbandoned(db, how));
  }

  async function run(): Promise<void> {
    running = true;
    await step().catch((error: unknown) => {
      if (!stopped && !isDatabaseAway(error)) log.error({ err: error }, 'alarms were not evaluated');
    });
    running = false;
    if (!stopped) timer = setTimeout(() => void run(), STEP_MS).unref();
  }

  return {
    noteDevices: devices.note,
    noteAll: devices.noteAll,
    noteThresholds: devices.noteThresholds,
    wake() {
      if (stopped || running || !timer) return;
      clearTimeout(timer);
      void run();
    },
    step,
    // At once: until the first step everything seems to be as it was before this instance has started.
    start: () => void (timer ??= setTimeout(() => void run(), 0).unref()),
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}

function createDeviceWatch(db: Kysely<Database>) {
  const noted = new Set<string>();
  let allAt = 0;
  let lookedAt = 0;
  /** Of all rules; read again whenever all devices are looked at, hence after each change of a threshold. */
  let lowest: ReadonlyMap<string, number> = new Map();

  async function observeAll({ held, shards }: ReturnType<AlarmEvaluatorOptions['shards']>, now: number): Promise<void> {
    lowest = await findLowestThresholds(db);
    for (let after: number | null = 0; after !== null;)
      after = await observeDevices(db, { held, shards, after, limit: DEVICES_AT_ONCE }, { now, lowest });
  }

  return {
    note: (serials: readonly string[]): void => {
      for (const serial of serials) noted.add(serial);
    },
    noteAll: (): void => {
      allAt = 0;
    },
    noteThresholds: (): void => {
      allAt = Math.min(allAt, lookedAt + THRESHOLDS_MS);
    },
    async observe(owned: ReturnType<AlarmEvaluatorOptions['shards']>, now: number): Promise<void> {
      const serials = [...noted];
      noted.clear();
      const all = now >= allAt;
      if (all) [allAt, lookedAt] = [now + ALL_DEVICES_MS, now];
      try {
        if (all) await observeAll(owned, now);
        else
          for (let at = 0; at < serials.length; at += DEVICES_AT_ONCE)
            await observeDevices(db, { serials: serials.slice(at, at + DEVICES_AT_ONCE) }, { now, lowest });
      } catch (error) {
        // What was noted is lost.
        allAt = 0;
        throw error;
      }
    },
  };
}

function createInstallationWatch({ db, facts, healthySince }: AlarmEvaluatorOptions) {
  const dueAt = new Map<QueryKindName, number>();
  /** Kinds of which nothing is known to be wrong, so that nothing needs to be read while nothing is found. */
  const well = new Set<string>();
  let progressAt = 0;
  let judging = false;

  async function store(kind: QueryKindName | 'api_away', findings: readonly Finding[], now: number): Promise<void> {
    if (findings.length === 0 && well.has(kind)) return;
    well.delete(kind);
    if (!(await observeFindings(db, kind, findings, now))) well.add(kind);
  }

  async function observeProgress(now: number, hearing: boolean): Promise<void> {
    const before = await storeProgress(db, { now, judging: hearing });
    [progressAt, judging] = [now + PROGRESS_MS, hearing];
    const away = before !== null && now - before > API_AWAY_MS;
    const nobody = { owner_id: null, device_id: null, company_id: null, value: null };
    await store('api_away', away ? [{ subject: 'installation', ...nobody, since: before }] : [], now);
  }

  return {
    /** Called when another instance decides, which stores what this one does not know. */
    forget(): void {
      well.clear();
      progressAt = 0;
    },
    async observe(now: number, hearing: boolean): Promise<void> {
      if (now >= progressAt || hearing !== judging) await observeProgress(now, hearing);
      const kind = QUERY_NAMES.toSorted((one, other) => (dueAt.get(one) ?? 0) - (dueAt.get(other) ?? 0))[0];
      if (!kind || (dueAt.get(kind) ?? 0) > now) return;
      dueAt.set(kind, now + QUERY_KINDS[kind].everyS * 1_000);
      const receiving = healthySince() !== null;
      await store(kind, await QUERY_KINDS[kind].find({ db, now, facts: { ...facts, receiving } }), now);
    },
  };
}

const WITHOUT_OBJECT = { owner_id: null, device_id: null, company_id: null, value: null } as const;

/** Stores the difference between what is wrong now and what is known to be. @returns whether anything of the kind is wrong or was until now */
async function observeFindings(
  db: Kysely<Database>,
  kind: AlarmKind,
  findings: readonly Finding[],
  now: number,
): Promise<boolean> {
  const badBefore = new Set(await findBadSubjects(db, kind));
  const badNow = new Set(findings.map(({ subject }) => subject));
  const changes: Change[] = [];
  for (const { since, ...finding } of findings)
    if (!badBefore.has(finding.subject))
      changes.push({ ...finding, kind, bad: true, since: Math.min(since ?? now, now) });
  for (const subject of badBefore)
    if (!badNow.has(subject)) changes.push({ ...WITHOUT_OBJECT, kind, subject, bad: false, since: now });
  if (changes.length > 0)
    await transact(db, async (trx) => {
      await lockAlarms(trx);
      await storeChanges(trx, changes, now);
    });
  return badBefore.size > 0 || badNow.size > 0;
}
