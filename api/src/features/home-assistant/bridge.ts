import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { unseal } from '../../lib/seal.ts';
import { parseCommand, runCommand } from './commands.ts';
import { alarmTopic, baseOf, commandFilters, documentFilter, documentsOf, stateOf } from './discovery.ts';
import { type HomeAssistantRow, noteHomeAssistantState } from './home-assistant.repository.ts';
import { PASSWORD_PURPOSE } from './home-assistant.service.ts';
import { type Link, openLink } from './link.ts';
import { findHomeNow, type HomeAlarm, type HomeNow } from './places.repository.ts';

/** How often Home Assistant gets what has changed. */
const SYNC_MS = 5_000;
const RETRY = { firstMs: 5_000, maxMs: 60_000 };
/** A broker that floods is left alone for so long. */
const FLOODED_MS = 60_000;
const MESSAGES_PER_SECOND = 50;
const COMMAND_BYTES_MAX = 16_384;
/** Commands of one connection at the same time; more are dropped. */
const RUNNING_MAX = 8;
const DOCUMENTS_MAX = 5_000;
const FLOODS = 'The broker sends too many messages';
const NOTHING: HomeNow = { places: [], messages: [], alarms: [] };

export type Bridge = {
  readonly row: HomeAssistantRow;
  /** `forget`: Home Assistant loses the places, as far as its broker is there. */
  stop(how: 'keep' | 'forget'): Promise<void>;
};

/** Keeps one Home Assistant up to date, and does what it asks for. Nothing of it delays another. */
export function startBridge(deps: Deps, row: HomeAssistantRow): Bridge {
  let link: Link | null = null;
  let stopped = false;
  let now = NOTHING;
  let failures = 0;
  let syncing = false;
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  let second = { at: 0, messages: 0 };
  /** What the broker has of this connection, also from before: topic → payload, null where that is not known. */
  const retained = new Map<string, string | null>();
  /** Null before the first look: what was wrong already is no news. */
  let alarms: Map<string, HomeAlarm> | null = null;
  const password = row.password && unseal(deps.config.SERVICE_SECRET, PASSWORD_PURPOSE, row.password);

  const note = (state: Parameters<typeof noteHomeAssistantState>[2]): void => {
    noteHomeAssistantState(deps.db, row, state)
      .then(() => deps.events.changed('home_assistants_changed', [row.id], row.owner_id))
      .catch((error: unknown) => deps.log.warn({ err: error, id: row.id }, 'the state of a connection was not stored'));
  };

  function connect(): void {
    retained.clear();
    const subscriptions = [...commandFilters(row), documentFilter(row)];
    try {
      link = openLink({ config: deps.config, row, password, subscriptions }, { up, message, down });
    } catch (error) {
      down((error as Error).message);
    }
  }

  function up(): void {
    failures = 0;
    note({ state: 'connected', problem: null });
    timer = setInterval(() => void sync(), SYNC_MS);
    void sync();
  }

  function down(problem: string): void {
    clearInterval(timer);
    link = null;
    if (stopped) return;
    if (failures++ === 0) note({ state: 'away', problem: problem.slice(0, 200) });
    const backoffMs = Math.min(RETRY.maxMs, RETRY.firstMs * 2 ** (failures - 1));
    timer = setTimeout(connect, problem === FLOODS ? FLOODED_MS : backoffMs);
  }

  function keep(topic: string, payload: string): void {
    if (!link || retained.get(topic) === payload) return;
    retained.set(topic, payload);
    link.publish(topic, payload, { retain: true });
  }

  function forget(topic: string): void {
    link?.publish(topic, '', { retain: true });
    retained.delete(topic);
  }

  /** A broker that is slow gets the next state when it has taken this one. */
  async function sync(): Promise<void> {
    if (syncing || !link || link.pending > 0) return;
    syncing = true;
    try {
      const before = now.places.length;
      now = await findHomeNow(deps.db, row);
      const documents = documentsOf(row, now);
      const states = now.places.map((place) => ({
        topic: `${baseOf(row)}/${place.company_id}/state`,
        payload: stateOf(place),
      }));
      const wanted = new Set([...documents, ...states].map(({ topic }) => topic));
      for (const topic of retained.keys()) if (!wanted.has(topic)) forget(topic);
      for (const { topic, payload } of [...documents, ...states]) keep(topic, JSON.stringify(payload));
      tellAlarms();
      if (now.places.length !== before) note({ places: now.places.length });
    } catch (error) {
      deps.log.warn({ err: error, id: row.id }, 'Home Assistant was not brought up to date');
    }
    syncing = false;
  }

  function tellAlarms(): void {
    const open = new Map(now.alarms.map((alarm) => [alarm.alarm_id, alarm]));
    const before = alarms;
    alarms = open;
    if (!before) return;
    const tell = (event_type: string, { kind, place }: HomeAlarm): void =>
      link?.publish(alarmTopic(row), JSON.stringify({ event_type, kind, place }), { retain: false });
    for (const [id, alarm] of open) if (!before.has(id)) tell('raised', alarm);
    for (const [id, alarm] of before) if (!open.has(id)) tell('cleared', alarm);
  }

  function message(topic: string, payload: Buffer, isRetained: boolean): void {
    if (!topic.startsWith(`${baseOf(row)}/`)) {
      if (payload.length > 0 && !retained.has(topic) && retained.size < DOCUMENTS_MAX) retained.set(topic, null);
      return;
    }
    if (Date.now() - second.at > 1_000) second = { at: Date.now(), messages: 0 };
    if (++second.messages > MESSAGES_PER_SECOND) return link?.fail(FLOODS);
    // What is retained was asked for some time.
    if (isRetained || payload.length > COMMAND_BYTES_MAX || running >= RUNNING_MAX) return;
    const command = parseCommand(row, now, topic, payload.toString('utf8'));
    if (!command) return;
    running++;
    runCommand(deps, row, command)
      .catch((error: unknown) => {
        if (error instanceof AppError && error.status < 500) note({ problem: error.message.slice(0, 200) });
        else deps.log.error({ err: error, id: row.id }, 'a command of Home Assistant failed');
      })
      .finally(() => running--);
  }

  connect();
  return {
    row,
    async stop(how) {
      stopped = true;
      clearInterval(timer);
      clearTimeout(timer);
      if (how === 'forget') for (const topic of retained.keys()) forget(topic);
      await link?.close();
    },
  };
}
