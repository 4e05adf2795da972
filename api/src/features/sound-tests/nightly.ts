import type { Deps } from '../../deps.ts';
import type { Caller } from '../../policies/accounts.ts';
import { claimDue, findTestedNodes, storeMissed, type DueDevice, type TestedNodes } from './night.repository.ts';
import { giveUp, markNotTested } from './sound-tests.repository.ts';
import { nextWindow, windowAt, windowEnded } from './windows.ts';

type NightDeps = Pick<Deps, 'db' | 'commands' | 'events' | 'log'>;

const AT_ONCE = 200;
/** A device has answered by then, or does not. */
const ANSWER_MS = 120_000;
/** Time after a window in which tests that it left out are looked for. */
const AFTER_MS = 600_000;
/** How long a changed setting may be overlooked. */
const LOOK_MS = 600_000;

/** When the settings are looked at next, in milliseconds since 1970. */
type Pace = { nextLook: number };
export const newPace = (): Pace => ({ nextLook: 0 });

/**
 * Tests the devices whose turn it is, and settles the tests of nights that have ended. Called by one instance twice a minute; outside of all windows
 * it asks for the settings every ten minutes.
 */
export async function runSoundTests(deps: NightDeps, pace: Pace = newPace(), now = Date.now()): Promise<void> {
  if (now < pace.nextLook) return;
  const silent = await giveUp(deps.db, now - ANSWER_MS);
  const missed: typeof silent = [];
  const places = await findTestedNodes(deps.db);
  for (const place of places) {
    await testPlace(deps, place, now);
    const window = windowEnded(place.setting, place.zone, { now, within: AFTER_MS });
    if (window) missed.push(...(await storeMissed(deps.db, { ...place, level: place.setting.level, window, now })));
  }
  tellConsoles(deps, [...silent, ...missed]);
  pace.nextLook = nextLook(places, now);
}

function nextLook(places: readonly TestedNodes[], now: number): number {
  const busy = places.some(
    ({ setting, zone }) => windowAt(setting, zone, now) ?? windowEnded(setting, zone, { now, within: AFTER_MS }),
  );
  if (busy) return now;
  return Math.min(now + LOOK_MS, ...places.map(({ setting, zone }) => nextWindow(setting, zone, now)));
}

async function testPlace(deps: NightDeps, { setting, zone, nodes }: TestedNodes, now: number): Promise<void> {
  const window = windowAt(setting, zone, now);
  if (!window) return;
  const { level } = setting;
  const due = await claimDue(deps.db, { nodes, level, window, now }, AT_ONCE);
  await Promise.all(due.map((device) => send(deps, device, level)));
}

async function send({ db, commands, log }: NightDeps, device: DueDevice, level: number): Promise<void> {
  const { command_id: id, serial } = device;
  // The product itself asks, on behalf of the owner: it is no command of a person.
  const user: Caller = { id: device.user_id, role: 'user' };
  const request = {
    id,
    user,
    policy: () => true,
    serial,
    command: 'sound_test',
    params: { level },
    background: true,
  } as const;
  try {
    const sent = await commands.send(request);
    if ('refused' in sent) await markNotTested(db, id, sent.refused === 'device_offline' ? 'offline' : 'failed');
  } catch (error) {
    log.warn({ err: error, serial }, 'a sound test was not sent');
  }
}

function tellConsoles({ events }: NightDeps, devices: readonly { serial: string; user_id: number | null }[]): void {
  for (const [owner, owned] of Map.groupBy(devices, ({ user_id }) => user_id))
    events.changed(
      'commands_changed',
      owned.map(({ serial }) => serial),
      owner,
    );
}
