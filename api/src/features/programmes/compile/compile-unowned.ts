import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Range } from '../../../recurrence/expand-in-zone.ts';
import type { StaleScope } from '../stale.repository.ts';
import { buildContent } from './build-content.ts';
import { toStored } from './compile-groups.ts';
import type { Compiled } from './compile-in-thread.ts';
import type { Inputs } from './inputs.ts';
import { findUnownedDevices } from './inputs.repository.ts';

const NO_INPUTS: Inputs = {
  structure: { parents: new Map(), groups: new Map() },
  schedules: [],
  holidays: new Map(),
  messages: new Map(),
  playlists: new Map(),
  stations: new Map(),
  dictionary: { entries: [], apply: (text: string) => text },
  emergencies: [],
  chimes: new Map(),
  dayProgrammes: new Map(),
};
const NO_AUDIO = { ready: new Map(), files: new Map() };
const NOTHING = { speech: [], windows: [], music: [], emergencies: [] };

/** Devices that have lost their owner: they play nothing from now on. */
export async function compileUnowned(db: Kysely<Database>, { deviceIds }: StaleScope, range: Range): Promise<Compiled> {
  const devices = await findUnownedDevices(db, [...deviceIds]);
  const settings = { time_zone: 'UTC', language: '', voice: '', volume_max: 100, quiet_hours: [] };
  const place = { ...settings, device_id: 0, serial: '', user_id: null, company_id: null, name: '', path: '' };
  const group = { place: { ...place, status: 'offline' as const }, devices, schedules: [], dayWindows: [] };
  const { content, checks, silent } = buildContent({ group, ...NOTHING }, NO_INPUTS, { ...NO_AUDIO, range });
  const contents = [{ ...toStored(content, silent), checks, devices }];
  return { contents, runs: [], tasks: [], missing: [], sha256s: [], status: [] };
}
