import { playerHttp } from '@belfry/schemas/http/player/player';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { DevicePrincipal } from '../../http/routes/principal.ts';
import { serve } from '../../serve.ts';
import { findEffectiveSettings } from '../places/index.ts';
import { showPlayer } from '../scenarios/index.ts';
import { findNames, findRunOfDevice } from './player.repository.ts';

/** A place has two announcements a minute at most, and each is read once; texts are asked for fifteen times. */
const READS = { hits: 120, windowSeconds: 60 };

async function admit(deps: Deps, device: DevicePrincipal | null): Promise<DevicePrincipal> {
  if (!device) throw notFound('Only devices have a screen of their own');
  await countAttempt(deps, [{ key: `player:${device.device_id}`, ...READS }]);
  return device;
}

export const playerRoutes = [
  serve(playerHttp.place, { access: 'device-or-admin', policy: 'own' }, async ({ deps, device }) => {
    const { company_id } = await admit(deps, device);
    if (company_id === null) throw notFound('This device is at no place');
    const [names, settings] = await Promise.all([
      findNames(deps.db, company_id),
      findEffectiveSettings(deps.db, [company_id]).then((places) => places.get(company_id)),
    ]);
    if (!names || !settings) throw notFound('This device is at no place');
    return { ...names, language: settings.language.value, time_zone: settings.time_zone.value };
  }),
  serve(playerHttp.run, { access: 'device-or-admin', policy: 'own' }, async ({ deps, device, params }) => {
    const { device_id } = await admit(deps, device);
    const run = await findRunOfDevice(deps.db, params.run_id, device_id);
    if (!run) throw notFound('This device says no such announcement');
    return run;
  }),
  serve(
    playerHttp.screen,
    { access: 'device-or-admin', policy: 'own', audit: 'none: it shows a display' },
    async ({ deps, device, body }) => showPlayer(deps, await admit(deps, device), body.shown),
  ),
];
