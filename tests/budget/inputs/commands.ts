import { join } from 'node:path';
import { loadSigningKey } from '@belfry/device-firmware-sim/archive/signing-key';
import { makeArchive } from '@belfry/device-firmware-sim/testing/make-archive';
import { rolloutsHttp } from '@belfry/schemas/http/firmware/rollouts';
import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import { body, done, next, params, query, type Inputs, type Tools } from './input.ts';
import { sendCommand } from '../../support/commands.ts';
import { uploadArchive } from '../../support/firmware.ts';

/** Calls that send commands and software to devices. */
export function commandInputs({ api, db, config, of }: Tools): Inputs {
  const { serials } = of;
  const root = of.root.key;
  const waiting = { command: 'reboot', params: {}, queue: true, expires_in_s: 604_800 };
  const run = { command: 'reboot', targets: { serials }, wave_size: 10_000, queue_offline: true };

  async function sent(): Promise<{ serial: string; commandId: string }> {
    const serial = serials[100 + next()] ?? '';
    return sendCommand(api, of.owner, { serial }, waiting);
  }

  async function started(change?: 'pause'): Promise<{ run_id: string }> {
    await db
      .updateTable('command_runs')
      .set({ state: 'cancelled' })
      .where('state', 'in', ['running', 'paused'])
      .execute();
    const { run_id } = await done(api.call(runsHttp.start, of.owner, run));
    if (change) await done(api.call(runsHttp[change], of.owner, { run_id }));
    return { run_id };
  }

  async function uploadable(): Promise<{ filename: string; signature: string; bytes: Buffer }> {
    const version = 10 + next() / 10;
    const archive = await makeArchive(loadSigningKey(join(config.DATA_DIR, 'firmware-key.pem')), version);
    return { filename: `budget-${next()}.tar.zst`, signature: archive.signature, bytes: archive.bytes };
  }

  async function uploaded(): Promise<string> {
    const archive = await uploadable();
    await done(uploadArchive(api, { key: root }, archive));
    return archive.filename;
  }

  const rollout = {
    filename: of.archive,
    phases: Array.from({ length: 20 }, (_, n) => (n + 1) * 5),
    phase_pause_s: 600,
  };
  async function rolledOut(change?: 'pause'): Promise<{ rollout_id: string }> {
    await endRollouts();
    const start = api.call(rolloutsHttp.start, { key: root }, rollout);
    const { rollout_id } = await done(start);
    if (change) await done(api.call(rolloutsHttp[change], { key: root }, { rollout_id }));
    return { rollout_id };
  }
  async function endRollouts(): Promise<void> {
    const rollouts = await done(api.call(rolloutsHttp.list, { key: root }));
    for (const { rollout_id, state } of rollouts)
      if (state === 'running' || state === 'paused')
        await done(api.call(rolloutsHttp.cancel, { key: root }, { rollout_id }));
  }

  return {
    'post /rpi/devices/send/commands/broadcast': [body({ command: 'reboot', params: {} })],
    'post /rpi/devices/send/commands/{serial}': [body(waiting)],
    'post /rpi/devices/send/command/{serial}': [body(waiting)],
    'get /rpi/devices/command/result/{serial}/{commandId}': [async () => params(await sent())],
    'delete /rpi/devices/command/{serial}/{commandId}': [async () => params(await sent())],
    'get /rpi/devices/commands/{serial}': [query({ limit: 100 })],
    'post /command-runs/preview': [body(run), body({ ...run, targets: { all: true } })],
    'post /command-runs': [body(run), body({ ...run, targets: { all: true } })],
    'get /command-runs': [query({ page: 1, page_size: 50 })],
    'get /command-runs/{run_id}': [async () => params(await started())],
    'get /command-runs/{run_id}/deliveries': [
      async () => ({ params: await started(), query: { page: 1, page_size: 500 } }),
    ],
    'post /command-runs/{run_id}/pause': [async () => params(await started())],
    'post /command-runs/{run_id}/resume': [async () => params(await started('pause'))],
    'post /command-runs/{run_id}/cancel': [async () => params(await started())],
    'post /client/create-archive': [body({})],
    'post /client/upload-archive': [
      async () => {
        const { bytes, ...rest } = await uploadable();
        return { query: rest, body: bytes };
      },
    ],
    'get /client/archives/{filename}': [params({ filename: of.archive })],
    'delete /client/delete-archive/{filename}': [async () => params({ filename: await uploaded() })],
    'post /client/rollouts/preview': [body(rollout)],
    'post /client/rollouts': [
      async () => {
        await endRollouts();
        return body(rollout);
      },
    ],
    'get /client/rollouts/{rollout_id}': [async () => params(await rolledOut())],
    'get /client/rollouts/{rollout_id}/devices': [
      async () => ({ params: await rolledOut(), query: { page: 1, page_size: 500 } }),
    ],
    'post /client/rollouts/{rollout_id}/pause': [async () => params(await rolledOut())],
    'post /client/rollouts/{rollout_id}/resume': [async () => params(await rolledOut('pause'))],
    'post /client/rollouts/{rollout_id}/cancel': [async () => params(await rolledOut())],
  };
}
