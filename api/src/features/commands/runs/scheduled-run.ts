import { randomUUID } from 'node:crypto';
import { WAVE_SIZE } from '@belfry/schemas/http/commands/runs';
import type { BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Jobs } from '../../../jobs/index.ts';
import { checkCommand, insertRunCommand } from '../index.ts';
import { scheduleStep } from './run-steps.ts';
import { insertRun, insertRunDevices } from './run-writes.repository.ts';

type ScheduledCommand = { command: BroadcastCommand; userId: number; devices: readonly { device_id: number }[] };

/** Stores the run of a schedule's command in a transaction; its steps send it. Devices that are offline do not get it later. */
export async function startScheduledRun(
  trx: Kysely<Database>,
  jobs: Jobs,
  { command, userId, devices }: ScheduledCommand,
): Promise<void> {
  const id = randomUUID();
  const { params } = checkCommand({ command, params: {} }, { role: 'user' });
  await insertRunCommand(trx, { id, command, params, issuedBy: userId, now: Date.now() });
  await insertRun(trx, {
    id,
    issued_by: userId,
    wave_size: WAVE_SIZE.default,
    pause_s: 0,
    max_error_rate: 1,
    queue_offline: false,
    expires_in_s: null,
    devices: devices.length,
    waves: Math.ceil(devices.length / WAVE_SIZE.default),
  });
  await insertRunDevices(trx, id, devices, WAVE_SIZE.default);
  await scheduleStep(trx, jobs, id);
}
