import { randomSerial } from '@belfry/schemas/domain/serial';
import { sampleOrganisationHttp } from '@belfry/schemas/http/sample-organisation';
import { ROOT, SERVICE_SECRET, type TestApi } from './api.ts';

/** Who calls the internal listener: the launcher. */
export const LAUNCHER = { key: SERVICE_SECRET };

/** So many devices, as the launcher names them. */
export const sampleDevices = (count: number): { serial: string; pass: string }[] =>
  Array.from({ length: count }, () => ({ serial: randomSerial(), pass: 'pass-1' }));

/** Creates the sample organisation with these devices, as the launcher does at the first start. */
export const createSample = ({ internal }: Pick<TestApi, 'internal'>, devices: { serial: string; pass: string }[]) =>
  internal.call(sampleOrganisationHttp.create, LAUNCHER, { devices });

/** What others are made of comes last. */
const CONTENT = ['schedules', 'messages', 'bell_timetables', 'chimes', 'stations', 'playlists'] as const;
const OF_ROOT = ['sample_organisation', 'voice_favorites', 'devices', 'device_groups', 'companies'] as const;

/** Deletes everything of everybody, and the sample organisation: as after the first start, the root account is alone. */
export async function emptyInstallation({ db }: Pick<TestApi, 'db'>): Promise<void> {
  for (const table of CONTENT) await db.deleteFrom(table).execute();
  await db.deleteFrom('users').where('email', '<>', ROOT.email).execute();
  for (const table of OF_ROOT) await db.deleteFrom(table).execute();
}
