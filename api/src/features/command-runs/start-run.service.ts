import { findsNodesOfRoots, operableDevices, type OwnerPolicy, type OwnersPolicy } from '../../policies/owners.ts';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  runCommandSchema,
  type RunPreview,
  type RunStarted,
  type startRunBodySchema,
  WAVE_SIZE,
  MAX_RUN_DEVICES,
  runFilterSchema,
  type runTargetsSchema,
} from '@belfry/schemas/http/command-runs/runs';
import { EXPIRES_IN_S } from '@belfry/schemas/http/commands/commands';
import { transact } from '../../db/transact.ts';
import { AppError, deviceNotFound, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import { lockUser } from '../../people/users.repository.ts';
import { type DevicePolicy, requiredOwner } from '../../policies/devices.ts';
import { checkCommand, insertRunCommand } from '../commands/index.ts';
import { type TargetDevice, findTargetDevices, findTargetsBySerial } from '../devices/index.ts';
import { isMember } from '../../policies/rights.ts';
import { countActive, insertRun, insertRunDevices, storeOwner } from './run-writes.repository.ts';
import { notifyRunChanged, scheduleStep } from './advance-run.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { countReadable, findUnsuccessful } from './runs.repository.ts';
import type { BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Jobs } from '../../jobs/index.ts';

type CommandRunsDeps = Pick<Deps, 'config' | 'db' | 'events' | 'jobs' | 'log' | 'long' | 'commands'>;

/** The limits of runs that a user starts, and of those that have not ended; see CMD-24. */
const STARTS = { hits: 30, windowSeconds: 60 };
const MAX_ACTIVE = 20;

type Body = z.output<typeof startRunBodySchema>;
type Asked = { actor: Actor; policies: RunPolicies };

const waves = (devices: readonly TargetDevice[], waveSize: number): number => Math.ceil(devices.length / waveSize);

export async function previewRun(
  deps: CommandRunsDeps,
  { actor: { user }, policies }: Asked,
  { targets, wave_size = WAVE_SIZE.default }: Pick<Body, 'targets'> & { wave_size?: number | undefined },
): Promise<RunPreview> {
  const devices = await findTargets(deps, user, policies, targets);
  const online = devices.filter((device) => device.online).length;
  return { devices: devices.length, online, offline: devices.length - online, waves: waves(devices, wave_size) };
}

/** Stores a run with its devices; its steps send the command. Throws what findTargets throws. */
export async function startRun(
  deps: CommandRunsDeps,
  { actor, policies }: Asked,
  { targets, ...body }: Body,
): Promise<RunStarted> {
  const { user } = actor;
  const { command, params } = checkCommand(body, user);
  if (!runCommandSchema.safeParse(command).success)
    throw new AppError('unknown_command', `${command} cannot be sent to many devices`);
  if (body.expires_in_s !== undefined && !body.queue_offline)
    throw new AppError('invalid_input', 'expires_in_s needs queue_offline');
  await countAttempt(deps, [{ key: `command-runs:${user.id}`, ...STARTS }], 'Too many commands were started.');
  const devices = await findTargets(deps, user, policies, targets);
  const id = randomUUID();
  const owner_id = await transact(deps.db, async (trx) => {
    // The lock makes the limit exact.
    await lockUser(trx, user.id);
    if ((await countActive(trx, user.id)) >= MAX_ACTIVE)
      throw new AppError(
        'conflict',
        `${MAX_ACTIVE} commands of yours are still being sent. Please wait or cancel one.`,
      );
    await insertRunCommand(trx, { id, command, params, issuedBy: user.id, now: Date.now() });
    await insertRun(trx, {
      id,
      issued_by: user.id,
      wave_size: body.wave_size,
      pause_s: body.pause_s,
      max_error_rate: body.max_error_rate,
      queue_offline: body.queue_offline,
      expires_in_s: body.queue_offline ? (body.expires_in_s ?? EXPIRES_IN_S.default) : null,
      devices: devices.length,
      waves: waves(devices, body.wave_size),
    });
    await insertRunDevices(trx, id, devices, body.wave_size);
    // An owner sees the runs of members; of those of administrators the commands of each device are enough.
    const ownerId = isMember(user) && requiredOwner(policies.device, user) !== null ? await storeOwner(trx, id) : null;
    await audit(trx, actor, {
      action: 'command_run.start',
      object_kind: 'command_run',
      object_id: id,
      ...(ownerId !== null && { owner_id: ownerId }),
      details: { command, devices: devices.length },
    });
    await scheduleStep(trx, deps.jobs, id);
    return ownerId;
  });
  notifyRunChanged(deps.events, { id, issued_by: user.id, owner_id });
  return { run_id: id, devices: devices.length, offline: devices.filter(({ online }) => !online).length };
}

type RunPolicies = { device: DevicePolicy; node: OwnerPolicy; run: OwnersPolicy };
type Targets = z.output<typeof runTargetsSchema>;
/**
 * The devices that the caller names and may command, by serial. Throws device_not_found where one serial is not theirs, forbidden where
 * a member only sees one, and unprocessable where there are none or too many.
 */
async function findTargets(
  deps: Pick<Deps, 'db' | 'long'>,
  user: Principal,
  policies: RunPolicies,
  targets: Targets,
): Promise<TargetDevice[]> {
  const devices = await resolve(deps, user, policies, targets);
  if (devices.length === 0) throw new AppError('unprocessable', 'There is no such device');
  if (devices.length > MAX_RUN_DEVICES)
    throw new AppError('unprocessable', `A run can have at most ${MAX_RUN_DEVICES} devices`);
  return devices;
}
async function resolve(
  { db, long }: Pick<Deps, 'db' | 'long'>,
  user: Principal,
  policies: RunPolicies,
  targets: Targets,
): Promise<TargetDevice[]> {
  const ownerId = requiredOwner(policies.device, user);
  const bySerial = (serials: readonly string[]) => findTargetsBySerial(db, serials, ownerId);
  if ('serials' in targets) {
    const serials = [...new Set(targets.serials)];
    const devices = await bySerial(serials);
    if (devices.length < serials.length) throw await refusalOf(db, user, serials);
    return devices;
  }
  if ('failed_of' in targets) {
    const serials = await findUnsuccessful(db, targets.failed_of, policies.run(user));
    if (serials === null) throw notFound('Run not found');
    return bySerial(serials);
  }
  const filter = {
    ...('filter' in targets ? targets.filter : runFilterSchema.parse({})),
    ...(ownerId !== null && { owners: operableDevices(user) }),
    hidesRoots: !findsNodesOfRoots(policies.node, user),
  };
  return long.read(user.id, ({ db: longDb }) => findTargetDevices(longDb, filter, MAX_RUN_DEVICES + 1));
}

/** One serial is not the caller's, or members see all of the devices and may not command each. */
async function refusalOf(db: Kysely<Database>, user: Principal, serials: readonly string[]): Promise<AppError> {
  if (!isMember(user) || (await countReadable(db, serials, user.id)) < serials.length) return deviceNotFound();
  return new AppError('forbidden', 'You may see all of these devices, but not command each of them');
}

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
