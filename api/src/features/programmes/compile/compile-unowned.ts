import type { ProgrammesDeps } from '../deps.ts';
import { NOBODY, type StaleScope } from '../stale.repository.ts';
import { compileGroups } from './compile-groups.ts';
import type { Range } from './expand-schedule.ts';
import type { Inputs } from './inputs.ts';
import { findUnownedDevices } from './inputs.repository.ts';

const NO_INPUTS: Inputs = {
  structure: { parents: new Map(), groups: new Map() },
  schedules: [],
  holidays: new Map(),
  messages: new Map(),
  playlists: new Map(),
  stations: new Map(),
  dictionary: { apply: (text: string) => text },
  emergencies: [],
  chimes: new Map(),
  dayProgrammes: new Map(),
};

/** Devices that have lost their owner: they play nothing from now on. */
export async function compileUnowned({ db, rendering }: ProgrammesDeps, { deviceIds }: StaleScope, range: Range) {
  const devices = await findUnownedDevices(db, [...deviceIds]);
  const settings = { time_zone: 'UTC', language: '', voice: '', volume_max: 100, quiet_hours: [] };
  const place = { ...settings, device_id: 0, serial: '', user_id: null, company_id: null, name: '', path: '' };
  const group = { place: { ...place, status: 'offline' as const }, devices, schedules: [], dayWindows: [] };
  const compiled = await compileGroups([group], NO_INPUTS, { rendering, range, userId: NOBODY });
  return { ...compiled, all: true, status: [], tasks: [] };
}
